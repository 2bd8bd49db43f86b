// Streaming software, firings and alarms for screens, in memory: a firing goes as far as the test moves it.
import type { Alarm } from '#contract/air/alarms.ts'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { Encoder, EncoderOutput, EncoderState } from '#contract/air/encoder.ts'
import type { Firing, FiringChoices, FiringPlan, FiringStep } from '#contract/air/firing.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { sampleIntent, type Push } from './sample-backend.ts'

type Handlers = { [M in BridgeMethod]?: (input: BridgeInput<M>) => BridgeOutput<M> | Promise<BridgeOutput<M>> }

export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

export const sampleEncoder: Encoder = {
  id: 'enc_1',
  name: 'Studio computer',
  address: 'ws://127.0.0.1:4455',
  hasPassword: true,
  used: true,
}
export const offOutput: EncoderOutput = {
  active: false,
  reconnecting: false,
  growing: false,
  durationMs: 0,
  bytes: 0,
  skippedFrames: 0,
  totalFrames: 0,
}
export const sendingOutput: EncoderOutput = {
  active: true,
  reconnecting: false,
  growing: true,
  durationMs: 4_985_000,
  bytes: 3_640_000_000,
  kbps: 5_842,
  skippedFrames: 12,
  totalFrames: 299_100,
  droppedShare: 0.0004,
}

/** Connected, off, on its first scene. */
export const encoderState = (change: Partial<EncoderState> = {}): EncoderState => ({
  encoder: sampleEncoder,
  link: 'connected',
  software: { name: 'Encoder', version: '29.0.2', protocol: '5.1.0' },
  readAt: new Date().toISOString(),
  everyMs: 2_000,
  stream: offOutput,
  record: { active: false, paused: false, durationMs: 0 },
  scenes: ['Starting soon', 'Camera', 'Interview', 'Break', 'Goodbye'],
  program: 'Starting soon',
  stats: { cpu: 4.2, memoryMb: 212, fps: 30 },
  ...change,
})

type Planned = FiringPlan['steps'][number]
const start: Planned[] = [
  {
    id: 'scene',
    name: 'Starting soon',
    action: { kind: 'encoder', operation: 'encoder:scene', scene: 'Starting soon' },
  },
  { id: 'send', name: 'Studio computer', action: { kind: 'encoder', operation: 'encoder:start' } },
  { id: 'sending', name: 'Studio computer', action: { kind: 'seen', what: 'sending' } },
  { id: 'out-1', name: 'Main stage', action: { kind: 'destination', act: 'start', record: 'out-1' } },
  { id: 'live', name: 'Night show main', action: { kind: 'seen', what: 'live' } },
]
const end: Planned[] = [
  { id: 'out-1', name: 'Main stage', action: { kind: 'destination', act: 'stop', record: 'out-1' } },
  { id: 'notLive', name: 'Night show main', action: { kind: 'seen', what: 'notLive' } },
  { id: 'unsend', name: 'Studio computer', action: { kind: 'encoder', operation: 'encoder:stop' } },
  { id: 'notSending', name: 'Studio computer', action: { kind: 'seen', what: 'notSending' } },
]
const planned = { start, end }

/** A firing whose steps have these states, in their order; the rest is planned. */
export function sampleFiring(
  kind: 'start' | 'end',
  states: ReadonlyArray<FiringStep['state']>,
  change: Partial<Firing> = {},
): Firing {
  return {
    id: 'fire_1',
    kind,
    environment: 'rehearsal',
    state: 'running',
    firedAt: ago(14_000),
    steps: planned[kind].map((step, place) => ({ ...step, state: states[place] ?? 'planned', attempt: 1 })),
    ...change,
  }
}

export interface EncoderSample {
  encoders?: Encoder[]
  state?: EncoderState
  firing?: Firing
  alarms?: Alarm[]
}

export function sampleEncoders(push: Push, environment: () => EnvironmentId, given: EncoderSample = {}): Handlers {
  let encoders = given.encoders ?? []
  let state: EncoderState = given.state ?? { link: 'off', everyMs: 2_000 }
  let firing: Firing | null = given.firing ?? null
  let choices: Omit<FiringChoices, 'environment'> = {
    withEncoder: true,
    startScene: 'Starting soon',
    startOrder: 'encoderFirst',
    endOrder: 'platformFirst',
    endsRecording: false,
  }
  let made = 1

  function list(next: Encoder[]) {
    encoders = next
    const used = encoders.find((encoder) => encoder.used)
    tell(used === undefined ? { link: 'off', everyMs: 2_000 } : encoderState({ encoder: used }))
    return { encoders }
  }
  function tell(next: EncoderState): EncoderState {
    state = next
    push('encoder.changed', state)
    return state
  }
  function move(next: Firing): Firing {
    firing = next
    push('firing.changed', { firing })
    return next
  }
  function here(id: string): Firing {
    if (firing?.id !== id) throw new DeskError('not_found_here', 'There is no such firing.')
    return firing
  }

  return {
    'encoder.list': () => ({ encoders }),
    'encoder.save': ({ id, name, address, password }) => {
      const known = encoders.find((encoder) => encoder.id === id)
      const hasPassword = password === undefined ? known?.hasPassword === true : password !== null && password !== ''
      const next = {
        id: known?.id ?? `enc_${(made += 1)}`,
        name,
        address,
        hasPassword,
        used: known?.used ?? encoders.length === 0,
      }
      return list(
        known === undefined ? [...encoders, next] : encoders.map((encoder) => (encoder.id === id ? next : encoder)),
      )
    },
    'encoder.remove': ({ id }) => list(encoders.filter((encoder) => encoder.id !== id)),
    'encoder.use': ({ id }) => list(encoders.map((encoder) => ({ ...encoder, used: encoder.id === id }))),
    'encoder.state': () => state,
    'encoder.read': () => tell({ ...state, readAt: new Date().toISOString() }),
    'encoder.command': ({ operation, scene }) => {
      const stream =
        operation === 'encoder:start' ? sendingOutput : operation === 'encoder:stop' ? offOutput : undefined
      const active = operation === 'encoder:record'
      tell({
        ...state,
        ...(stream === undefined ? {} : { stream }),
        ...(scene === undefined ? {} : { program: scene }),
        ...(active || operation === 'encoder:stopRecord' ? { record: { active, paused: false, durationMs: 0 } } : {}),
      })
      return { ...sampleIntent(0), id: `intent-encoder-${(made += 1)}`, operation, state: 'confirmed', risk: 'onair' }
    },

    'firing.current': () => ({ firing }),
    'firing.left': () => ({ left: [] }),
    'firing.dismissLeft': () => ({ left: [] }),
    'firing.plan': ({ kind }) => ({
      kind,
      environment: environment(),
      steps: planned[kind],
      missing: [],
      shown: { stream: 'str_1' },
    }),
    'firing.fire': ({ kind }) => move(sampleFiring(kind, ['taking'], { id: `fire_${(made += 1)}` })),
    'firing.resume': ({ id }) => move({ ...here(id), state: 'running' }),
    'firing.proceed': ({ id }) => move({ ...here(id), state: 'running' }),
    'firing.stop': ({ id }) => move({ ...here(id), state: 'stopped', because: 'by_person' }),
    'firing.choices': ({ environment: id }) => ({ ...choices, environment: id }),
    'firing.choose': ({ environment: id, ...change }) => {
      const next = { ...choices, ...change }
      choices = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null)) as typeof choices
      return { ...choices, environment: id }
    },

    'alarms.list': () => ({ alarms: given.alarms ?? [] }),
  }
}
