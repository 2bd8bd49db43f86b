// Narrow panels for streaming software, each at `/dock/<panel>`.
import type { CommandName } from './access-kinds.ts'

/** The panels that a dock can be, in their order on screen. */
export const dockPanels = ['live', 'poll', 'ads', 'log', 'money', 'next'] as const
export type DockPanel = (typeof dockPanels)[number]

/** Commands that a panel of a dock has buttons for; log and money only show. */
export const panelCommands: Readonly<Record<DockPanel, readonly CommandName[]>> = {
  live: ['start', 'stop', 'pause', 'resume', 'clip', 'mark'],
  poll: ['reveal', 'winner', 'hide', 'close'],
  ads: ['runAd'],
  log: [],
  money: [],
  next: ['go'],
}
