import type { BridgeParams } from '#contract/bridge.ts'
import type { LiveValue, Show, ShowCheck, ShowReport, ShowState } from '#contract/live.ts'

/** `endedAt` once it was left. */
export type KeptShow = Show & { endedAt?: string }

/** One show at a time, kept over restarts and crashes until a person leaves it. */
export interface ShowMode {
  get(): ShowState
  /**
   * In the order of `showCheckIds`; takes up to ten seconds. Of the chosen stream, or of the given one. Calls for the
   * same stream meanwhile share the result.
   */
  check(stream?: string): Promise<ShowCheck[]>
  /**
   * Not refused for what a check says; what was not ok is kept for the report. Throws DeskError `invalid_state` while a show is on,
   * `invalid_input` for an end in the past, `conflict` where another environment was chosen meanwhile.
   */
  enter(input: BridgeParams<'show.enter'>): Promise<ShowState>
  /** Throws DeskError `invalid_state` where no show is on. */
  leave(): Promise<ShowReport>
  /**
   * Puts one line on the stage and keeps it with the show; an empty text clears it. Throws DeskError `invalid_state`
   * where no show is on.
   */
  say(text: string): ShowState
  /** Newest first. */
  list(limit: number): KeptShow[]
  /** Of a show that is on, the report so far. Throws DeskError `not_found_here`. */
  report(id: string): Promise<ShowReport>
  /** Keeps what a value of the live reader says of the show that is on, for its report. Never throws. */
  take(value: LiveValue): void
  /** Writes what was kept; call before the profile closes. */
  stop(): void
}
