// Two windows, a dock and a controller arm on the built desk, while a third window chooses something else and the
// platform's lists change: nothing is fired that was not shown. `RUNS=soak` plays all 200 rounds, `SEED` repeats them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOnAirCommand, onAirCommands } from '#contract/access-kinds.ts'
import type { StepAction } from '#contract/air/firing.ts'
import type { CueStep } from '#contract/air/rundown.ts'
import { DeskError } from '#contract/errors.ts'
import type { Shown } from '#contract/shown.ts'
import { createSettings } from '../../../../main/core/profile/settings.ts'
import { encoderSetting } from '../../../../main/air/encoder/store.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { numbersOf } from '../../../soak/numbers.ts'
import { startAirPlatform, type AirPlatform } from '../../../support/air-platform.ts'
import {
  connectDesk,
  endDesk,
  startDesk,
  temporaryProfile,
  type Desk,
  type DeskConnection,
} from '../../../support/desk.ts'
import { callAsPage, letIn } from '../../../support/grants.ts'
import { startFake, type Fake } from '../encoder/support.ts'
import { runsOf, seed as first } from '../../../support/runs.ts'
import { until } from '../../../support/until.ts'

const environment = 'development' as const
const rounds = runsOf(200)

const streams = [
  { id: 'str_1', name: 'Friday show' },
  { id: 'str_2', name: 'Secret test' },
] as const
const polls = [
  { id: 'emb_1', name: 'Who wins?' },
  { id: 'emb_2', name: 'The secret one' },
] as const
const software = ['enc_a', 'enc_b'] as const
const commands = [...onAirCommands, 'go'] as const

let platform: AirPlatform
let fakes: Fake[]
let desk: Desk
/** Two windows, the third one that chooses, a dock, a controller. */
let windows: DeskConnection[]
let chooser: DeskConnection
let grants: DeskConnection[]
let rundowns: string[]

beforeAll(async () => {
  platform = await startAirPlatform()
  fakes = await Promise.all([startFake(), startFake()])
  const profile = temporaryProfile()
  const database = await openProfile({ folder: profile, clock: systemClock, log: { write: () => undefined } })
  createSettings(database).write(encoderSetting, {
    used: software[0],
    list: software.map((id, at) => ({ id, name: `Studio ${id}`, address: fakes[at]?.address ?? '', password: null })),
  })
  database.close()
  desk = await startDesk({ profile, args: ['--environment', environment, '--base-url', platform.baseUrl] })
  chooser = await desk.connect()
  windows = [await desk.connect(), await desk.connect()]
  await chooser.call('credentials.save', { environment, credential: 'apiKey', value: 'armed-key' })
  await chooser.call('live.configure', { perMinute: 600, reserve: 300 })
  const grant = { name: 'Controller', scope: 'operate', environment, commands: [...commands], mode: 'fire' } as const
  grants = []
  for (const name of ['Dock', 'Controller'])
    grants.push(await connectDesk(await letIn(desk, { ...grant, commands: [...commands], name })))
  rundowns = []
  for (const title of ['Evening', 'Other']) rundowns.push((await chooser.call('rundown.save', plan(title))).id)
})
afterAll(async () => {
  for (const one of grants) one.close()
  await endDesk(desk)
  for (const fake of fakes) await fake.end()
  await platform.close()
})

const step = (id: string, action: StepAction): CueStep => ({ id, name: id, action })
function plan(title: string, more = 0) {
  const steps = [
    step('go', { kind: 'destination', act: 'start', record: 'Main/Main-id/' }),
    step('scene', { kind: 'encoder', operation: 'encoder:scene', scene: 'Main' }),
  ]
  const cue = { kind: 'cue', note: '', colour: 'grey', linked: false, skip: false, steps } as const
  const cues = Array.from({ length: 3 + more }, (_, at) => ({ ...cue, id: `${title}-${at}`, title: 'Opening' }))
  return { title, environment, template: false, cues }
}

/** Something that was armed: what it may do, and the press. */
interface Armed {
  what: string
  allowed: string[]
  fire: () => Promise<unknown>
}

const press = () => ({ press: randomUUID(), pressedAt: new Date().toISOString() })
const nameOf = (key: string): string => key.split('/')[0] ?? ''

function effectOf(action: StepAction, { stream, encoder }: Shown): string[] {
  if (action.kind === 'destination') return [`${action.act} ${stream} ${nameOf(action.record)}`]
  if (action.kind !== 'encoder') return []
  const requests: Partial<Record<typeof action.operation, string>> = {
    'encoder:start': 'StartStream',
    'encoder:stop': 'StopStream',
    'encoder:scene': 'SetCurrentProgramScene',
  }
  return [`${encoder} ${requests[action.operation]}`]
}

async function armFiring(window: DeskConnection, kind: 'start' | 'end'): Promise<Armed> {
  const { steps, shown } = await window.call('firing.plan', { kind })
  return {
    what: kind,
    allowed: steps.flatMap(({ action }) => effectOf(action, shown)),
    fire: () => window.call('firing.fire', { kind, shown, environment, ...press() }),
  }
}

async function armGo(by: DeskConnection): Promise<Armed | undefined> {
  const { position } = await by.call('rundown.position', { environment })
  if (position?.next === undefined) return undefined
  const { rundown: id, revision, position: saw, shown, next } = position
  return {
    what: 'go',
    allowed: next.steps.flatMap(({ action }) => effectOf(action, shown)),
    fire: () => by.call('rundown.go', { id, revision, position: saw, environment, shown, ...press() }),
  }
}

async function armSoftware(window: DeskConnection, scene: string): Promise<Armed | undefined> {
  const { encoder } = await window.call('encoder.state')
  if (encoder === undefined) return undefined
  const shown = { encoder: encoder.id }
  return {
    what: 'scene',
    allowed: [`${encoder.id} SetCurrentProgramScene`],
    fire: () => window.call('encoder.command', { operation: 'encoder:scene', scene, shown, environment, ...press() }),
  }
}

async function armCommand(by: DeskConnection, random: () => number): Promise<Armed | undefined> {
  const { targets } = await by.call('command.list')
  const live = targets.filter(({ command, active }) => isOnAirCommand(command) && active === true)
  const target = live[Math.floor(random() * live.length)]
  if (target === undefined) return undefined
  const { command, record, shown } = target
  const [place] = shown.destinations ?? []
  const effect =
    place !== undefined
      ? `${command === 'resume' ? 'start' : command} ${shown.stream} ${nameOf(place.key)}`
      : shown.poll !== undefined
        ? `embed ${shown.poll}`
        : `ad ${shown.stream} ${shown.ad}`
  const { id: saw } = await by.call('command.newest', { command, record, environment })
  return {
    what: command,
    allowed: [effect],
    fire: () => by.call('command.run', { command, record, shown, environment, saw, ...press() }),
  }
}

/** What the third window, and the platform, may do between arming and firing. */
const changes: Record<string, (random: () => number) => unknown> = {
  stream: (random) => chooser.call('broadcast.choose', { environment, stream: streams[random() < 0.8 ? 1 : 0] }),
  poll: () => chooser.call('broadcast.choose', { environment, poll: polls[1] }),
  software: () => callAsPage(desk, 'encoder.use', { id: software[1] }),
  order: (random) =>
    chooser.call('firing.choose', {
      ...{ environment, startOrder: random() < 0.5 ? 'encoderFirst' : 'platformFirst' },
      ...{ startScene: random() < 0.5 ? 'Main' : null },
    }),
  rundown: () => chooser.call('rundown.choose', { environment, id: rundowns[1] ?? '' }),
  async edit() {
    const id = rundowns[0] ?? ''
    const { revision } = await chooser.call('rundown.get', { id })
    await chooser.call('rundown.save', { ...plan('Evening', revision % 3), id, baseRevision: revision })
  },
  added: () => platform.rows.get('str_1')?.push({ id: `det_${randomUUID()}`, name: 'Secret', state: 'idle' }),
  replaced: () => platform.rows.set('str_1', [{ id: `det_${randomUUID()}`, name: 'Secret', state: 'idle' }]),
  gone: () => platform.rows.get('str_1')?.pop(),
  ads: () => platform.ads.reverse(),
}

async function reset(random: () => number): Promise<void> {
  const states = ['idle', 'live'] as const
  const state = states[Math.floor(random() * states.length)] ?? 'idle'
  for (const { id } of streams)
    platform.rows.set(
      id,
      ['Main', 'Second'].map((name) => ({ id: `det_${id}_${name}`, name, state })),
    )
  platform.ads = ['ad_1', 'ad_2']
  await chooser.call('broadcast.choose', { environment, stream: streams[0], poll: polls[0] })
  if ((await chooser.call('encoder.state')).encoder?.id !== software[0])
    await callAsPage(desk, 'encoder.use', { id: software[0] })
  await chooser.call('firing.choose', { environment, startOrder: 'platformFirst', startScene: null })
  await chooser.call('rundown.choose', { environment, id: rundowns[0] ?? '' })
  for (const fake of fakes) Object.assign(fake.state, { active: state === 'live', program: 'Opening' })
  await expect.poll(async () => (await chooser.call('encoder.state')).link).toBe('connected')
}

/** Ends what goes on, once nothing of it is on its way. */
async function calm(): Promise<void> {
  const end = Date.now() + 2_500
  await until(async () => {
    const { firing } = await chooser.call('firing.current')
    // What was given up may still be on its way to the platform.
    if (firing === null) return (await chooser.call('desk.info')).counts.sending === 0
    const taking = firing.steps.find(({ state }) => state === 'taking')
    if (firing.state !== 'running' || taking?.action.kind === 'seen' || Date.now() >= end)
      await chooser.call('firing.stop', { id: firing.id }).catch(() => undefined)
    return false
  })
}

const effects = (): string[] => [
  ...platform.effects,
  ...fakes.flatMap(({ requests }, at) => requests.map((request) => `${software[at]} ${request}`)),
]

// Catches a start, an end, a cue or a command that acts on what was chosen, or listed, after it was armed.
test(`nothing is fired that was not shown, ${rounds} rounds, seed ${first}`, { timeout: 3_600_000 }, async () => {
  process.stdout.write(`armed: SEED=${first}, ${rounds} rounds\n`)
  const random = numbersOf(first)
  const chance = (share: number): boolean => random() < share
  const any = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const counts = { fired: 0, conflicts: 0, refused: 0 }
  for (let round = 0; round < rounds; round += 1) {
    await reset(random)
    const armed: Armed[] = []
    for (const window of windows)
      if (chance(0.6)) {
        const how = any(['start', 'end', 'go', 'scene', 'command'] as const)
        const one =
          how === 'go'
            ? await armGo(window)
            : how === 'scene'
              ? await armSoftware(window, any(['Main', 'Opening']))
              : how === 'command'
                ? await armCommand(window, random)
                : await armFiring(window, how)
        if (one !== undefined) armed.push(one)
      }
    for (const grant of grants) {
      const one = chance(0.2) ? await armGo(grant) : await armCommand(grant, random)
      if (one !== undefined) armed.push(one)
    }
    platform.effects.length = 0
    for (const fake of fakes) fake.requests.length = 0

    const chosen = Object.keys(changes).filter(() => chance(0.3))
    const change = async (): Promise<void> => {
      for (const name of chosen) await Promise.resolve(changes[name]?.(random)).catch(() => undefined)
    }
    const within = chance(0.4)
    if (!within) await change()
    const [told] = await Promise.all([
      Promise.allSettled(armed.map(({ fire }) => fire())),
      ...(within ? [change()] : []),
    ])
    await calm()
    for (const one of told) {
      if (one.status === 'fulfilled') counts.fired += 1
      else if (one.reason instanceof DeskError && one.reason.code === 'conflict') counts.conflicts += 1
      else counts.refused += 1
    }
    const allowed = new Set(armed.flatMap((one) => one.allowed))
    const wrong = effects().filter((effect) => !allowed.has(effect))
    const said = armed.map(({ what, allowed: may }) => `${what}: ${may.join(', ')}`)
    expect(wrong, JSON.stringify({ seed: first, round, chosen, within, said })).toEqual([])
  }
  process.stdout.write(`armed: ${JSON.stringify(counts)}\n`)
  expect(counts.fired).toBeGreaterThan(0)
  expect(counts.conflicts).toBeGreaterThan(0)
})
