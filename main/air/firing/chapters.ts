// A mark is a chapter of the running recording too, where the software can set one. Nobody waits for it.
import type { Draft } from '#contract/draft.ts'
import { messageOf } from '#contract/errors.ts'
import { isFresh } from '#answers/on-air.ts'
import { defined } from '#contract/defined.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Encoders } from '../encoder/types.ts'
import { isoNow, type Clock, type Log } from '../../core/ports.ts'
import { derivedPress } from './press.ts'

export type MarkKept = (draft: Pick<Draft, 'id' | 'title'>, by: string | undefined) => void

export function createChapters({
  encoders,
  selected,
  clock,
  log,
}: {
  encoders: Pick<Encoders, 'state' | 'command'>
  selected: () => EnvironmentId
  clock: Clock
  log: Log
}): MarkKept {
  return ({ id, title }, by) => {
    const state = encoders.state()
    const isRecording = state.record?.active === true && !state.record.paused
    if (state.chapters !== true || !isRecording || !isFresh(state, clock.now())) return
    const environment = selected()
    encoders
      .command(
        { operation: 'encoder:chapter', title },
        {
          press: derivedPress(id, 'chapter'),
          environment,
          decision: { environment, pressedAt: isoNow(clock) },
          ...defined({ by }),
        },
      )
      .catch((error: unknown) =>
        log.write('warn', 'A mark could not be set as a chapter.', { reason: messageOf(error) }),
      )
  }
}
