// The loopback host as a child process. Its first line says where it is; its log goes to stderr.
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { at } from './places.ts'
import { run } from './run.ts'

export interface Announcement {
  url: string
  bridge: string
  token: string
  pid: number
}

/** `ready` is called once the host listens. `nodeArgs` are for Node itself. */
export function runHost(
  args: string[],
  ready: (announcement: Announcement) => void,
  nodeArgs: string[] = [],
): Promise<number> {
  return run(process.execPath, [...nodeArgs, at('out/main/host.js'), ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    started: (child) => listen(child, ready),
  })
}

/** Opens the desk in the default browser. With `--json` the caller reads the address instead, as of `npm run serve`. */
export function serveAndOpen(args: string[]): Promise<number> {
  const own = args.includes('--json') ? [] : ['--open']
  return run(process.execPath, [at('out/main/host.js'), ...args, ...own], { stdio: ['ignore', 'inherit', 'inherit'] })
}

/** Other lines, such as the text of `--help`, are printed. */
function listen({ stdout }: ChildProcess, ready: (announcement: Announcement) => void): void {
  if (stdout === null) return
  createInterface({ input: stdout }).on('line', (line) => {
    if (line.startsWith('{')) ready(JSON.parse(line) as Announcement)
    else process.stdout.write(`${line}\n`)
  })
}
