// The first import of the page: what follows waits until what the browser lacks is there. `Iterator` is the youngest of it.
if (!('Iterator' in globalThis)) (await import('./missing.ts')).addMissing()

export {}
