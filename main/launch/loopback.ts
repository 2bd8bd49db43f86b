// The desk on loopback as a child process: its first line tells where it is, its logs go to stderr.
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { openInBrowser } from './browser.ts'
import { at, say } from './places.ts'
import { run } from './run.ts'
import type { Ending } from './run.ts'
import { hasBrowser, here } from './display.ts'

/** What the host prints first. */
export interface Announcement {
  url: string
  bridge: string
  token: string
  pid: number
}

/** Runs the built host with `args` until it ends; `ready` is called once it listens. `nodeArgs` are for Node itself. */
export function runHost(
  args: string[],
  ready: (announcement: Announcement) => void,
  nodeArgs: string[] = [],
): Promise<Ending> {
  return run(process.execPath, [...nodeArgs, at('out/main/host.js'), ...args, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    started: (child) => listen(child, ready),
  })
}

/** Serves the desk and opens it in the default browser, or prints its address where there is none. Answers the exit code. */
export async function serveAndOpen(args: string[]): Promise<number> {
  const { code } = await runHost(args, ({ url }) => void show(url))
  return code
}

/** Prints the address, and opens it where there is a browser. */
export async function show(url: string): Promise<void> {
  process.stdout.write(`Showdesk is at ${url}\n`)
  if (!hasBrowser(here())) return
  try {
    await openInBrowser(url)
  } catch {
    say('The default browser could not be started; open the address above.')
  }
}

/** Takes the announcement; any other line, such as the text of `--help`, is passed on. */
function listen({ stdout }: ChildProcess, ready: (announcement: Announcement) => void): void {
  if (stdout === null) return
  createInterface({ input: stdout }).on('line', (line) => {
    if (line.startsWith('{')) ready(JSON.parse(line) as Announcement)
    else process.stdout.write(`${line}\n`)
  })
}
