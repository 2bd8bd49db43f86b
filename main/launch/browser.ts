// Opens the desk in the default browser. Every user of the machine can read a browser's arguments, so the address with
// its token is in a file that only this user may read.
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const patienceMs = 60_000

export interface Leading {
  address: string
  remove: () => void
}

/** A file of mode 600 in a folder of mode 700. */
export async function fileTo(target: string): Promise<Leading> {
  const folder = await mkdtemp(join(tmpdir(), 'showdesk-open-'))
  const file = join(folder, 'open.html')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await writeFile(file, pageTo(target), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    remove()
    throw error
  }
  return { address: pathToFileURL(file).href, remove }
}

/** Works without scripts; with them the file leaves no entry in the history. */
function pageTo(target: string): string {
  const attribute = target.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${attribute}"><title>Showdesk</title></head>
<body><p><a href="${attribute}">Open Showdesk</a></p><script>location.replace(${JSON.stringify(target).replaceAll('<', '\\u003c')})</script></body></html>
`
}

/** Rejects where no browser can be started. The file is removed after a while, at the latest with this process. */
export async function openInBrowser(url: string): Promise<void> {
  const { default: open } = await import('open')
  const { address, remove } = await fileTo(url)
  try {
    await open(address)
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
