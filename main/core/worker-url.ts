/**
 * Where the code of a thread is: a file beside the one that starts it, and in the bundle the entry `<name>-worker.js`, one folder above
 * the chunks. `here` is the starter's `import.meta.url`.
 */
export function workerUrl(here: string, name: string): URL {
  return here.endsWith('.ts')
    ? new URL('worker.ts', here)
    : new URL(/\/chunks\/[^/]*$/.test(here) ? `../${name}-worker.js` : `${name}-worker.js`, here)
}
