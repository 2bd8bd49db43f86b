// Opens the desk in the default browser. Every user of the machine can read a browser's arguments, so the address with
// its token is in a file that only this user may read.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hasBrowser, thisSystem } from './display.ts'

const patienceMs = 60_000

export interface Leading {
  address: string
  remove: () => void
}

/** A file of mode 600 in a folder of mode 700. */
async function fileOf(page: string): Promise<Leading> {
  const folder = await mkdtemp(join(tmpdir(), 'showdesk-open-'))
  const file = join(folder, 'open.html')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await writeFile(file, page, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    remove()
    throw error
  }
  return { address: pathToFileURL(file).href, remove }
}

export const fileTo = (target: string): Promise<Leading> => fileOf(pageTo(target))

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Works without scripts; with them the file leaves no entry in the history. */
function pageTo(target: string): string {
  const attribute = escaped(target)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${attribute}"><title>Showdesk</title></head>
<body><p><a href="${attribute}">Open Showdesk</a></p><script>location.replace(${JSON.stringify(target).replaceAll('<', '\\u003c')})</script></body></html>
`
}

const pageOf = (text: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Showdesk</title></head><body><h1>Showdesk did not start</h1><p>${escaped(text)}</p></body></html>
`

/** Opens an address of the desk, where this system has a browser. Rejects where it can't be started. */
export async function openInBrowser(url: string): Promise<void> {
  if (hasBrowser(thisSystem())) await start(await fileTo(url))
}

/** Shows why the desk did not start to whoever started it from a menu, where nobody sees what it prints. */
export async function explainInBrowser(text: string): Promise<void> {
  if (hasBrowser(thisSystem())) await start(await fileOf(pageOf(text)))
}

const openers: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ['/usr/bin/open'],
  win32: ['rundll32.exe', 'url.dll,FileProtocolHandler'],
}

/** Resolves once the system's own opener runs; it outlives this process. */
async function spawned(address: string): Promise<void> {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...args, address], { detached: true, stdio: 'ignore' })
  await once(child, 'spawn')
  child.unref()
}

/** The file is removed after a while, at the latest with this process. */
async function start({ address, remove }: Leading): Promise<void> {
  try {
    await spawned(address)
  } catch (error) {
    remove()
    throw error
  }
  process.once('exit', remove)
  setTimeout(() => {
    process.off('exit', remove)
    remove()
  }, patienceMs).unref()
}
