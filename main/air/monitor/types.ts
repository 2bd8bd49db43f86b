import type { BridgeParams } from '#contract/bridge.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { MonitorSession, MonitorState } from '#contract/air/monitor.ts'
import type { MonitorRoute } from '../../core/types.ts'

export interface Monitor {
  get(environment: EnvironmentId): MonitorState
  /** Throws DeskError `invalid_input` for an address that can't be used. */
  set(change: BridgeParams<'monitor.set'>): MonitorState
  /** Throws the DeskError of the read that failed. */
  open(wanted: BridgeParams<'monitor.open'>): Promise<MonitorSession>
  close(ticket: string): void
  answer: MonitorRoute
  stop(): void
}
