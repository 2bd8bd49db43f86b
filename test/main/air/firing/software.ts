// Streaming software in memory, as real one behaves: a start that is answered proves nothing, a second start is an error,
// an output that reconnects says that it is active. Its commands are kept like intents, over a kill of the desk.
import type { EncoderOutput, EncoderState } from '#contract/air/encoder.ts'
import { DeskError } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Intent } from '#contract/models.ts'
import type { EncoderCommand, Encoders } from '../../../../main/air/encoder/types.ts'
import type { FakeClock } from '../../platform/ledger/support.ts'

/** `dead`: there is no server, so a start ends by itself. `cut…`: the link breaks before or after the command has its effect. */
export type SoftwareFate = 'works' | 'refuses' | 'dead' | 'cutBefore' | 'cutAfter' | 'throws' | 'hangs'

export interface Software {
  encoders: Encoders
  pressed(press: string): Intent | undefined
  /** Takes the next one for each command; `works` once it is empty. */
  fates: SoftwareFate[]
  /** What really happened in it, in order. */
  effects: string[]
  /** Called when a command arrives. */
  onArrive: (operation: string, press: string) => void
  state: {
    active: boolean
    reconnecting: boolean
    program: string
    recording: boolean
    linked: boolean
    used: boolean
    chapters: boolean
  }
  /** Told as the real one tells of its events. */
  tell(): void
  /** A person looks at it and settles an unknown command. */
  decide(intent: string): void
  /** The desk was killed: nobody waits for answers any more, and what was sent is unknown. */
  killed(): void
}

export function createSoftware(clock: FakeClock): Software {
  const listeners = createListeners<[EncoderState]>()
  const journal = new Map<string, Intent>()
  const scenes = new Map<string, string | undefined>()
  let count = 0
  let last: EncoderState | undefined
  const software: Software = {
    fates: [],
    effects: [],
    onArrive: () => undefined,
    state: {
      active: false,
      reconnecting: false,
      program: 'Waiting',
      recording: false,
      linked: true,
      used: true,
      chapters: true,
    },
    pressed: (press) => journal.get(press),
    tell() {
      listeners.emit(look())
    },
    decide(id) {
      for (const [press, intent] of journal) {
        if (intent.id !== id || intent.state !== 'unknown') continue
        const { active, program, recording } = software.state
        const isSo = {
          'encoder:start': active,
          'encoder:stop': !active,
          'encoder:scene': program === scenes.get(press),
          'encoder:record': recording,
          'encoder:stopRecord': !recording,
        }[intent.operation]
        journal.set(press, { ...intent, state: isSo === true ? 'confirmed' : 'rejected' })
      }
    },
    killed() {
      for (const [press, intent] of journal)
        if (intent.state === 'sending') journal.set(press, { ...intent, state: 'unknown' })
    },
    encoders: {
      state: () => last ?? look(),
      onState: listeners.add,
      async read() {
        await sleep(5)
        return look()
      },
      command,
    },
  }

  const iso = (): string => new Date(clock.now()).toISOString()
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve))

  function look(): EncoderState {
    const { active, reconnecting, program, recording, linked, used, chapters } = software.state
    if (!used) return (last = { link: 'off', everyMs: 2_000 })
    const encoder = { id: 'e1', name: 'Studio PC', address: 'ws://127.0.0.1:4455', hasPassword: true, used: true }
    // What was read before stays, and grows old.
    if (!linked) return (last = { ...last, encoder, link: 'unreachable', everyMs: 2_000 })
    const stream: EncoderOutput = {
      active,
      reconnecting,
      growing: active && !reconnecting,
      durationMs: 0,
      bytes: 0,
      skippedFrames: 0,
      totalFrames: 0,
    }
    return (last = {
      encoder,
      link: 'connected',
      everyMs: 2_000,
      readAt: iso(),
      stream,
      scenes: ['Waiting', 'Main', 'Goodbye'],
      program,
      record: { active: recording, paused: false, durationMs: 0 },
      ...(chapters && { chapters: true as const }),
    })
  }

  /** Throws what the real one answers with an error. */
  function apply({ operation, scene, title }: EncoderCommand): void {
    const { state } = software
    if (operation === 'encoder:start') {
      if (state.active) throw new Error('500')
      state.active = true
    } else if (operation === 'encoder:stop') {
      if (!state.active) throw new Error('501')
      state.active = false
      state.reconnecting = false
    } else if (operation === 'encoder:scene') state.program = scene ?? ''
    else if (operation === 'encoder:record') state.recording = true
    else if (operation === 'encoder:stopRecord') state.recording = false
    software.effects.push([operation, scene ?? title].filter(Boolean).join(' '))
    listeners.emit(look())
  }

  async function command(
    given: EncoderCommand,
    { press, environment }: { press: string; environment: Intent['environment'] },
  ): Promise<Intent> {
    const known = journal.get(press)
    if (known !== undefined) return known
    software.onArrive(given.operation, press)
    const fate = software.fates.shift() ?? 'works'
    if (fate === 'throws')
      throw new DeskError('invalid_state', 'It is not connected.', { facts: { reason: 'encoder_not_connected' } })
    count += 1
    const intent = {
      id: `enc-${String(count).padStart(6, '0')}`,
      reference: press,
      operation: given.operation,
      state: 'sending',
      environment,
      product: 'Livestream',
      risk: 'onair',
      request: {},
      attempts: 1,
      createdAt: iso(),
      evidence: [],
    } as Intent
    journal.set(press, intent)
    scenes.set(press, given.scene)
    const settle = (state: Intent['state']): Intent => {
      const settled = { ...intent, state }
      journal.set(press, settled)
      return settled
    }
    await sleep(20)
    if (fate === 'cutBefore') return settle('unknown')
    if (fate === 'refuses') return settle('rejected')
    try {
      apply(given)
    } catch {
      return settle('rejected')
    }
    if (fate === 'hangs') return new Promise(() => undefined)
    await sleep(20)
    if (fate === 'cutAfter') return settle('unknown')
    if (fate === 'dead' && given.operation === 'encoder:start') {
      software.state.active = false
      software.effects.pop()
      listeners.emit(look())
      return settle('rejected')
    }
    await sleep(30)
    return settle('confirmed')
  }

  return software
}
