// The end: the backend closes once, so that what is on the wire settles and the database is whole, and only then the process goes.
import { app, powerMonitor } from 'electron'
import type { App } from '../types.ts'
import type { Log } from '../ports.ts'

/** A backend that does not close within this time is left; the ledger recovers at the next start. */
const patienceMs = 8_000

/** Closes the desk on quit, unless `mayLeave` says no. `last` runs first, while the window is still there. */
export function closeOnQuit({
  desk,
  last,
  mayLeave,
  log,
}: {
  desk: Promise<App>
  last: () => void
  mayLeave: () => Promise<boolean>
  log: Log
}): void {
  let closing = false
  function end(): void {
    if (closing) return
    closing = true
    last()
    const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs))
    const closed = desk.then((opened) => {
      opened.drop()
      return opened.close()
    })
    Promise.race([closed, late])
      .catch((error: unknown) => log.write('error', 'The desk did not close cleanly.', { reason: String(error) }))
      .finally(() => app.exit(0))
  }
  app.on('before-quit', (event) => {
    event.preventDefault()
    void mayLeave().then((leaves) => leaves && end())
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
}

/** Forgets secrets in memory whenever the person leaves the machine, and reads again what is watched once they are back. Call when ready. */
export function dropOnAbsence(desk: App): void {
  powerMonitor.on('lock-screen', () => desk.drop())
  powerMonitor.on('suspend', () => desk.drop())
  powerMonitor.on('unlock-screen', () => desk.resumed())
  powerMonitor.on('resume', () => desk.resumed())
}
