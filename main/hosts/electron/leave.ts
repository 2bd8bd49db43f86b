// Before the desk ends, its windows close as by a person, so that their pages save what was typed last.
import type { BrowserWindow } from 'electron'

/** A page that does not answer for so long keeps nobody from leaving. */
const patienceMs = 3_000

/** False where a page stays because it could not save; the page says why. */
export async function closeWindows(windows: readonly BrowserWindow[]): Promise<boolean> {
  return (await Promise.all(windows.map(closeWindow))).every(Boolean)
}

function closeWindow(window: BrowserWindow): Promise<boolean> {
  return new Promise((done) => {
    let stays = false
    // A page that still has to save stays, and closes itself afterwards.
    const stay = (): void => void (stays = true)
    const closed = (): void => {
      clearTimeout(late)
      done(true)
    }
    const late = setTimeout(() => {
      window.off('closed', closed)
      window.webContents.off('will-prevent-unload', stay)
      done(!stays)
    }, patienceMs)
    window.webContents.on('will-prevent-unload', stay)
    window.once('closed', closed)
    window.close()
  })
}
