import { Menu, Tray, app } from 'electron'
import type { BridgeOutput } from '#contract/bridge.ts'
import type { BridgeEvents } from '#contract/events.ts'
import type { ShowState } from '#contract/live.ts'
import type { LedgerCounts } from '#contract/models.ts'
import type { Bridge } from '../../core/types.ts'
import type { Log } from '../../core/ports.ts'
import { trayIcon } from './icon.ts'
import type { Speech, Words } from './words.ts'

export function stateWords(counts: LedgerCounts, showIsOn: boolean, words: Words): string {
  const parts = [...(showIsOn ? [words.showOn] : []), ...words.state(counts)]
  return parts.length === 0 ? 'Showdesk' : `Showdesk: ${parts.join(', ')}`
}

export interface TrayOptions {
  bridge: Bridge
  speech: Speech
  show: () => void
  stage: () => void
  log: Log
}

/** Says how much is on its way, and whether a show is on; its mark is red then. */
export function openTray({ bridge, speech, show, stage, log }: TrayOptions): void {
  try {
    const tray = new Tray(trayIcon(false))
    let counts: LedgerCounts = { queued: 0, sending: 0, accepted: 0, unknown: 0 }
    let showIsOn = false
    const tell = () => {
      if (!tray.isDestroyed()) tray.setToolTip(stateWords(counts, showIsOn, speech.words()))
    }
    const know = ({ show: now }: ShowState) => {
      if (tray.isDestroyed()) return
      if (showIsOn !== (now !== undefined)) tray.setImage(trayIcon(now !== undefined))
      showIsOn = now !== undefined
      tell()
    }
    speech.follow(() => {
      if (tray.isDestroyed()) return
      const words = speech.words()
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: words.openDesk, click: show },
          { label: words.openStage, click: stage },
          { type: 'separator' },
          { label: words.quit, click: () => app.quit() },
        ]),
      )
      tell()
    })
    tray.on('click', show)
    bridge.subscribe((event, payload) => {
      if (event === 'show.changed') know(payload)
      if (event !== 'ledger.changed') return
      counts = (payload as BridgeEvents['ledger.changed']).counts ?? counts
      tell()
    })
    void bridge.call('show.get', {}).then((answer) => answer.ok && know(answer.data as ShowState))
    void bridge.call('desk.info', {}).then((answer) => {
      if (!answer.ok) return
      ;({ counts } = answer.data as BridgeOutput<'desk.info'>)
      tell()
    })
  } catch (error) {
    log.write('info', 'This system has no tray.', { reason: String(error) })
  }
}
