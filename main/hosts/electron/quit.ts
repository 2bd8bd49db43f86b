// The backend closes once, so that requests settle and the database is complete; then the process exits.
import { app, powerMonitor } from 'electron'
import type { App } from '../../core/types.ts'
import type { Log } from '../../core/ports.ts'

/** After this the process exits anyway; the ledger recovers at the next start. */
const patienceMs = 8_000

/** Unless `mayLeave` says no. `last` runs then, before the backend closes. */
export function closeOnQuit(parts: {
  desk: Promise<App>
  last: () => void
  mayLeave: () => Promise<boolean>
  log: Log
}): { quitAnd: (then: () => void) => void } {
  const { desk, last, mayLeave, log } = parts
  let leaving = false
  let ended = false
  const exit = (): void => app.exit(0)
  let atEnd = exit
  function end(): void {
    last()
    const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs))
    const closed = desk.then((opened) => {
      opened.drop()
      return opened.close()
    })
    Promise.race([closed, late])
      .catch((error: unknown) => log.write('error', 'The desk did not close cleanly.', { reason: String(error) }))
      .finally(() => {
        ended = true
        atEnd()
      })
  }
  app.on('before-quit', (event) => {
    if (ended) return
    event.preventDefault()
    if (leaving) return
    leaving = true
    void mayLeave()
      .catch((error: unknown) => {
        log.write('error', 'It could not be asked whether the desk may end.', { reason: String(error) })
        return false
      })
      .then((leaves) => {
        if (leaves) return end()
        leaving = false
        atEnd = exit
      })
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  return {
    /** Quits, and calls `then` once the backend is closed; that has to end the process, and is given time for it. */
    quitAnd(then) {
      atEnd = () => {
        then()
        setTimeout(exit, patienceMs)
      }
      app.quit()
    },
  }
}

/** Forgets secrets when the person leaves, and reads watched values when they return. Call when ready. */
export function dropOnAbsence(desk: App): void {
  powerMonitor.on('lock-screen', () => desk.drop())
  powerMonitor.on('suspend', () => desk.drop())
  powerMonitor.on('unlock-screen', () => desk.resumed())
  powerMonitor.on('resume', () => desk.resumed())
}
