// The loopback host as a child process. Its first line says where it is; its log goes to stderr.
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { openInBrowser } from './browser.ts'
import { at, say } from './places.ts'
import { run } from './run.ts'
import { hasBrowser, thisSystem } from './display.ts'

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
  return args.includes('--json')
    ? runHost(args, (announcement) => void process.stdout.write(`${JSON.stringify(announcement)}\n`))
    : runHost(args, ({ url }) => void show(url))
}

export async function show(url: string): Promise<void> {
  process.stdout.write(`Showdesk is at ${url}\n`)
  if (!hasBrowser(thisSystem())) return
  try {
    await openInBrowser(url)
  } catch {
    say('The default browser could not be started; open the address above.')
  }
}

/** Other lines, such as the text of `--help`, are printed. */
function listen({ stdout }: ChildProcess, ready: (announcement: Announcement) => void): void {
  if (stdout === null) return
  createInterface({ input: stdout }).on('line', (line) => {
    if (line.startsWith('{')) ready(JSON.parse(line) as Announcement)
    else process.stdout.write(`${line}\n`)
  })
}
