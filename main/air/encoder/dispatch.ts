// Sends a command to the software, and judges by what is read whether it was done. Its answer alone proves nothing.
import { cutText } from '#contract/cut-text.ts'
import { sendingOf } from '#answers/on-air.ts'
import { isObject } from '#contract/json.ts'
import type { EncoderIntent, EncoderState } from '#contract/air/encoder.ts'
import { DeskError, type Facts } from '#contract/errors.ts'
import type { TargetDispatch, TargetEnding } from '../../platform/ledger/targets/types.ts'
import type { Clock } from '../../core/ports.ts'
import { LostError, RefusedError, type Connection } from './client.ts'
import type { Link } from './link.ts'

/** Within this time what is wanted must be seen. */
const seenWithinMs = 10_000
const betweenReadsMs = 500

export function createEncoderDispatch({ link, clock }: { link: () => Link | undefined; clock: Clock }): TargetDispatch {
  /** The connection to the software that the command was meant for. Throws DeskError. */
  function reached(intent: EncoderIntent): { link: Link; connection: Connection } {
    const one = link()
    if (one === undefined || one.encoder.id !== intent.request.path?.encoder)
      throw new DeskError('invalid_state', 'Other streaming software is in use, or none.', {
        facts: { reason: 'encoder_other' },
      })
    const connection = one.connection()
    if (connection === undefined) throw notConnected()
    return { link: one, connection }
  }

  /** Reads until the wanted state is seen; undefined where it was not, within the time. */
  async function look(intent: EncoderIntent, { link: one, connection }: ReturnType<typeof reached>) {
    const from = clock.now()
    const steady = () => clock.monotonic?.() ?? clock.now()
    const end = steady() + seenWithinMs
    for (;;) {
      await one.read()
      const state = one.state()
      const isNew = one.connection() === connection && Date.parse(state.readAt ?? '') >= from
      if (isNew && isWanted(intent, state, clock.now())) return { isSo: true, state }
      if (one.connection() !== connection) return { isSo: false, state: undefined }
      if (steady() >= end) return { isSo: false, state: isNew ? state : undefined }
      await new Promise<void>((resolve) => void clock.after(betweenReadsMs, resolve))
    }
  }

  async function judged(intent: EncoderIntent, to: ReturnType<typeof reached>): Promise<TargetEnding> {
    if (intent.operation === 'encoder:chapter')
      return { state: 'confirmed', evidence: { event: 'answered', code: 'encoder_answered' } }
    const { isSo, state } = await look(intent, to)
    if (state === undefined) return lost('cut')
    const facts = read(state)
    if (isSo) return { state: 'confirmed', evidence: { event: 'read', code: 'encoder_seen', facts, verdict: 'found' } }
    // Where it is active it may yet come to send; only what is off is certainly not on.
    const isOff = intent.operation !== 'encoder:start' || state.stream?.active !== true
    const reason = isOff && intent.operation !== 'encoder:stop' && intent.operation !== 'encoder:stopRecord'
    return {
      state: reason ? 'rejected' : 'unknown',
      error: new DeskError(reason ? 'invalid_state' : 'unknown_outcome', 'What was wanted was not seen in time.', {
        operation: intent.operation,
        facts: { ...facts, reason: 'encoder_not_seen' },
      }),
      evidence: { event: 'read', code: 'encoder_not_so', facts, verdict: reason ? 'absent' : 'unclear' },
    }
  }

  return {
    async send(intent, beforeSend) {
      const to = reached(intent)
      beforeSend()
      try {
        await request(intent, to.connection)
      } catch (error) {
        if (error instanceof RefusedError) return refused(intent, error)
        if (!(error instanceof LostError) || error.how === 'cut') return lost('cut')
        // It may have been done although it did not say so in time.
        const ending = intent.operation === 'encoder:chapter' ? undefined : await judged(intent, to)
        return ending?.state === 'confirmed' ? ending : lost('timed_out')
      }
      return judged(intent, to)
    },
    async readBack(intent) {
      const to = reached(intent)
      if (intent.operation === 'encoder:chapter')
        return { state: 'unknown', evidence: { event: 'read', code: 'encoder_not_readable', verdict: 'unclear' } }
      const { isSo, state } = await look(intent, to)
      if (state === undefined) throw notConnected()
      const facts = read(state)
      return isSo
        ? {
            state: 'confirmed',
            evidence: { event: 'read', code: 'encoder_seen_perhaps_other', facts, verdict: 'found' },
          }
        : { state: 'unknown', evidence: { event: 'read', code: 'encoder_not_so', facts, verdict: 'unclear' } }
    },
  }
}

export const notConnected = (): DeskError =>
  new DeskError('invalid_state', 'The streaming software is not connected.', {
    facts: { reason: 'encoder_not_connected' },
  })

const textOf = ({ request: { body } }: EncoderIntent, name: 'scene' | 'title'): string => {
  const value = isObject(body) ? body[name] : undefined
  return typeof value === 'string' ? value : ''
}

async function request(intent: EncoderIntent, connection: Connection): Promise<unknown> {
  switch (intent.operation) {
    case 'encoder:start':
      return connection.call('StartStream')
    case 'encoder:stop':
      return connection.call('StopStream')
    case 'encoder:scene':
      return connection.call('SetCurrentProgramScene', { sceneName: textOf(intent, 'scene') })
    case 'encoder:record':
      return connection.call('StartRecord')
    case 'encoder:stopRecord':
      await connection.call('StopRecord')
      return
    case 'encoder:chapter':
      return connection.call('CreateRecordChapter', { chapterName: textOf(intent, 'title') })
  }
}

function isWanted(intent: EncoderIntent, state: EncoderState, now: number): boolean {
  switch (intent.operation) {
    case 'encoder:start':
      return sendingOf(state, now) === 'sending'
    case 'encoder:stop':
      return state.stream?.active === false
    case 'encoder:scene':
      return state.program === textOf(intent, 'scene')
    case 'encoder:record':
      return state.record?.active === true
    case 'encoder:stopRecord':
      return state.record?.active === false
    case 'encoder:chapter':
      return false
  }
}

/** What was read, as facts. */
function read({ stream, record, program }: EncoderState): Facts {
  return {
    ...(stream && { active: stream.active, reconnecting: stream.reconnecting, growing: stream.growing }),
    ...(record && { recording: record.active }),
    ...(program !== undefined && { program }),
  }
}

const lost = (cause: 'cut' | 'timed_out'): TargetEnding => ({
  state: 'unknown',
  error: new DeskError('unknown_outcome', 'The streaming software did not say whether it did this.', {
    facts: { reason: cause === 'cut' ? 'encoder_lost' : 'encoder_silent' },
  }),
  evidence: { event: cause, code: 'encoder_lost', cause },
})

function refused({ operation }: EncoderIntent, { status, message: said }: RefusedError): TargetEnding {
  const facts = { status, ...(said !== '' && { said: cutText(said, 200) }) }
  return {
    state: 'rejected',
    error: new DeskError('invalid_state', 'The streaming software refused this.', {
      operation,
      facts: { ...facts, reason: 'encoder_refused' },
    }),
    evidence: { event: 'answered', code: 'encoder_refused', facts },
  }
}
