import { Menu, Tray, app } from 'electron'
import type { BridgeEvents } from '#contract/events.ts'
import type { LedgerCounts } from '#contract/models.ts'
import type { Bridge } from '../types.ts'
import type { Log } from '../ports.ts'
import { trayIcon } from './icon.ts'

export function stateWords({ queued, sending, unknown }: LedgerCounts): string {
  const words = [
    ...(sending > 0 ? [`${sending} sending`] : []),
    ...(queued > 0 ? [`${queued} waiting`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
  ]
  return words.length === 0 ? 'Showdesk' : `Showdesk: ${words.join(', ')}`
}

export function openTray({ bridge, show, log }: { bridge: Bridge; show: () => void; log: Log }): void {
  try {
    const tray = new Tray(trayIcon())
    tray.setToolTip('Showdesk')
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Show the desk', click: show },
        { type: 'separator' },
        { label: 'Quit Showdesk', click: () => app.quit() },
      ]),
    )
    tray.on('click', show)
    bridge.subscribe((event, payload) => {
      if (event !== 'ledger.changed' || tray.isDestroyed()) return
      const { counts } = payload as BridgeEvents['ledger.changed']
      if (counts !== undefined) tray.setToolTip(stateWords(counts))
    })
  } catch (error) {
    log.write('info', 'This system has no tray.', { reason: String(error) })
  }
}
