// Opens the desk in the default browser. The address holds the token, and what a browser is started with can be read by every user of
// the machine: it is started with a file that only this user may read, and that leads on.
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Long enough for a browser that has to start first. */
const patienceMs = 60_000

export interface Leading {
  /** Address of the file. */
  address: string
  /** Removes it; safe to call twice. */
  remove: () => void
}

/** A file of mode 600, in a folder of mode 700, that leads a browser to `target`. */
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

/** Works without scripts, and leaves no way back to the file in the history where scripts run. */
function pageTo(target: string): string {
  const attribute = target.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${attribute}"><title>Showdesk</title></head>
<body><p><a href="${attribute}">Open Showdesk</a></p><script>location.replace(${JSON.stringify(target).replaceAll('<', '\\u003c')})</script></body></html>
`
}

/** Opens `url` in the default browser. Rejects where none can be started. The file goes once the browser had time for it, and at the latest with this process. */
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
