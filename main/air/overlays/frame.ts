import type { OverlayKind } from '#contract/access-kinds.ts'
import type { Watch } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { tooOldAfterMs } from '#contract/overlay-age.ts'
import type { OverlayFrame } from '#contract/overlay.ts'
import { watchKey } from '#contract/watch-key.ts'
import { intervalMs } from '../live/intervals.ts'
import type { Kept } from './kept.ts'
import { sources } from './sources.ts'
import type { Read, Situation, Source } from './types.ts'

/** Without a read: how often there would be one. */
const usualMs = 10_000

/** The frame of a kind, and the reads that it needs. */
export function frameOf(
  kind: OverlayKind,
  environment: EnvironmentId,
  situation: Situation,
  { kept, failed }: { kept: (key: string) => Kept | undefined; failed: (error: unknown) => void },
): { frame: OverlayFrame; watches: Watch[] } {
  const watches: Watch[] = []
  const reads: Array<Kept | undefined> = []
  const read: Read = (watch) => {
    const found = kept(watchKey(watch))
    watches.push(watch)
    reads.push(found)
    return found?.value.answer?.data
  }
  /** Answers can hold anything: what fails here must not stop the scheduler's other listeners. */
  function shownBy(): ReturnType<Source> {
    try {
      return sources[kind](situation, read)
    } catch (error) {
      failed(error)
      return 'not_understood'
    }
  }
  const shown = shownBy()
  const every = watches.map(({ pace }) => intervalMs([{ pace, visible: true }], situation.quick) ?? usualMs)
  const everyMs = every.length === 0 ? usualMs : Math.max(...every)
  const frame = (
    rest: Pick<OverlayFrame, 'ageMs' | 'value' | 'because'>,
  ): { frame: OverlayFrame; watches: Watch[] } => ({
    frame: { kind, environment, everyMs, ...rest },
    watches,
  })
  if (shown === undefined) {
    const refused = reads.some((one) => one?.value.answer === undefined && one?.value.error !== undefined)
    return frame({ ageMs: null, value: null, because: refused ? 'failed' : 'waiting' })
  }
  // What the desk itself knows is never old.
  const ages = reads.length === 0 ? [0] : reads.flatMap((one) => one?.ageMs() ?? [])
  const ageMs = ages.length === 0 ? null : Math.max(...ages)
  if (ageMs !== null && ageMs > tooOldAfterMs(everyMs)) return frame({ ageMs, value: null, because: 'stale' })
  return typeof shown === 'string' ? frame({ ageMs, value: null, because: shown }) : frame({ ageMs, value: shown })
}
