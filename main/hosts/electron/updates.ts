// New versions from the address that this build was made with.
import type { Log, Updater } from '../../core/ports.ts'

/** electron-updater would send a number that it gave this installation. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** `feed` is empty where the build has none; undefined there, and where the system's packages bring new versions. */
export async function createUpdater({
  feed,
  log,
  close,
}: {
  feed: string
  log: Log
  /** Closes the desk and calls `then` at its end. */
  close: (then: () => void) => void
}): Promise<Updater | undefined> {
  if (feed === '') return undefined
  const { autoUpdater: updater, CancellationToken } = (await import('electron-updater')).default
  // Its errors are those of the calls, which are written by whoever calls.
  const write = (message?: unknown) => log.write('debug', `Updates: ${String(message)}`)
  updater.logger = { debug: write, info: write, warn: write, error: () => undefined }
  if (!updater.isUpdaterActive()) return undefined
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.requestHeaders = { 'x-user-staging-id': nobody }
  updater.isUserWithinRollout = () => true
  updater.setFeedURL({ provider: 'generic', url: feed })
  // Each error is an error of a call too; without a listener it would end the process.
  updater.on('error', () => undefined)
  // A cancelled download would go on behind its error.
  const cut = () => void updater.netSession.closeAllConnections()
  return {
    async look(signal) {
      signal.addEventListener('abort', cut, { once: true })
      const found = await updater.checkForUpdates()
      return found?.isUpdateAvailable === true ? found.updateInfo.version : undefined
    },
    async fetch(signal) {
      const token = new CancellationToken()
      signal.addEventListener('abort', () => token.cancel(), { once: true })
      signal.addEventListener('abort', cut, { once: true })
      await updater.downloadUpdate(token)
    },
    isUnusable(error) {
      const { code = '', message = '' } = error as { code?: unknown; message?: unknown }
      // A file that is announced and not there has no code.
      return /^(?:ERR_UPDATER|ERR_CHECKSUM|HTTP_ERROR)/.test(String(code)) || /^Cannot download/.test(String(message))
    },
    install: () => close(() => updater.quitAndInstall()),
  }
}
