import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { asDeskError } from '#contract/errors.ts'
import { candidatesOf } from '../../../../main/air/encoder/elsewhere.ts'
import { createBench, startFake, type Bench, type Fake } from './support.ts'

let bench: Bench
let fake: Fake
beforeEach(async () => {
  bench = await createBench()
  fake = await startFake()
})
afterEach(async () => {
  await bench.end()
  await fake.end()
})

const ready = async (): Promise<void> => {
  await bench.use(fake.address)
  await bench.until(({ readAt }) => readAt !== undefined)
}
const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing refused',
    (error: unknown) => asDeskError(error).details.facts?.reason,
  )

// Catches a desk that asks the software or the network although none is in use.
test('nothing runs where none is in use, and a command says so', async () => {
  expect(bench.encoders.state()).toEqual({ link: 'off', everyMs: 2_000 })
  expect(await reasonOf(bench.command('encoder:start'))).toBe('encoder_not_used')
  const { id } = await bench.encoders.save({ name: 'Studio', address: fake.address })
  bench.encoders.use(null)
  const before = fake.tries
  // Saved again, it stays out of use: that was decided.
  expect(await bench.encoders.save({ id, name: 'Studio two', address: fake.address })).toMatchObject({ used: false })
  expect(await bench.encoders.save({ name: 'Second', address: fake.address })).toMatchObject({ used: false })
  expect(bench.encoders.state()).toEqual({ link: 'off', everyMs: 2_000 })
  expect(fake.tries).toBe(before)
})

// Catches software that is entered and then not used, because nobody chose the only one there is.
test('the only software is in use once it is saved, a second one is not', async () => {
  expect(await bench.encoders.save({ name: 'Studio', address: fake.address })).toMatchObject({ used: true })
  await bench.until(({ encoder, link }) => encoder?.name === 'Studio' && link === 'connected')
  expect(await bench.encoders.save({ name: 'Second', address: fake.address })).toMatchObject({ used: false })
  expect(bench.encoders.state().encoder?.name).toBe('Studio')
})

// Catches a scene that is switched, or a stream that is stopped, on the computer that another window uses since.
test('a command for other software than the one in use is a conflict that names both', async () => {
  await ready()
  const { id = '' } = bench.encoders.state().encoder ?? {}
  const other = await startFake()
  onTestFinished(() => other.end())
  const press = randomUUID()
  expect((await bench.command('encoder:scene', { scene: 'Main', encoder: id, press })).state).toBe('confirmed')
  const second = await bench.encoders.save({ name: 'Second', address: other.address })
  bench.encoders.use(second.id)
  await bench.until(({ encoder, readAt }) => encoder?.id === second.id && readAt !== undefined)
  const refused = bench.command('encoder:stop', { encoder: id })
  await expect(refused).rejects.toMatchObject({
    code: 'conflict',
    details: { facts: { reason: 'shown_changed', part: 'encoder', shown: ['Studio'], instead: ['Second'] } },
  })
  bench.encoders.use(null)
  expect(await reasonOf(bench.command('encoder:stop', { encoder: id }))).toBe('shown_gone')
  // What a press has made is answered whatever is in use now.
  expect((await bench.command('encoder:scene', { scene: 'Main', encoder: id, press })).state).toBe('confirmed')
  expect([fake.requests, other.requests]).toEqual([['SetCurrentProgramScene'], []])
})

// Catches a reading of several messages: each answer would wait until the one before was acknowledged, 40 ms later.
test('a reading is one message', async () => {
  await ready()
  await bench.encoders.read()
  expect(fake.single).toEqual(['GetVersion'])
})

// Catches a password that is offered to another address than the one that it was entered for.
test('a password is forgotten with its address', async () => {
  const id = (await bench.encoders.save({ name: 'Studio', address: fake.address, password: 'secret-of-mine' })).id
  expect(bench.encoders.list()).toMatchObject([{ hasPassword: true }])
  await bench.encoders.save({ id, name: 'Renamed', address: fake.address })
  expect(bench.encoders.list()).toMatchObject([{ name: 'Renamed', hasPassword: true }])
  await bench.encoders.save({ id, name: 'Renamed', address: 'ws://127.0.0.1:1' })
  expect(bench.encoders.list()).toMatchObject([{ hasPassword: false }])
})

// Catches an address that would take a password along, or lead anywhere else.
test.each(['http://127.0.0.1:4455', 'ws://me:pw@127.0.0.1:4455', 'ws://127.0.0.1:4455/x', 'nonsense', ''])(
  'the address "%s" is refused',
  async (address) => {
    await expect(bench.encoders.save({ name: 'Studio', address })).rejects.toMatchObject({ code: 'invalid_input' })
  },
)

// Catches a command that is sent twice by a double click, and one that is not on disk while its answer is awaited.
test('one press is one command, with its deed', async () => {
  await ready()
  const press = randomUUID()
  const both = [0, 1].map(() => bench.command('encoder:scene', { scene: 'Main', press }))
  const [first, second] = await Promise.all(both)
  expect(first).toMatchObject({
    state: 'confirmed',
    target: 'encoder',
    risk: 'onair',
    deed: { code: 'scene_shown', facts: { name: 'Main' } },
  })
  expect(second?.id).toBe(first?.id)
  expect(bench.ledger.pressed(press)).toEqual(first)
  expect(fake.requests).toEqual(['SetCurrentProgramScene'])
})

// Catches a scene that the software does not have, and a chapter that it can't set, as commands on the wire.
test('what the software has not got is refused before anything is kept', async () => {
  await ready()
  expect(await reasonOf(bench.command('encoder:scene', { scene: 'Nowhere' }))).toBe('encoder_scene_missing')
  expect(await reasonOf(bench.command('encoder:chapter', { title: 'Applause' }))).toBe('encoder_chapters_missing')
  expect(bench.ledger.list({ limit: 10 }).items).toEqual([])
})

// Catches a command that goes out after the machine slept or its clock was set, and an old press.
test('a press that is too old is refused, and a clock that jumped before sending cancels', async () => {
  await ready()
  const old = new Date(Date.now() - 60_000).toISOString()
  expect(await reasonOf(bench.command('encoder:start', { pressedAt: old }))).toBe('press_too_old')
  const stop = bench.ledger.onChange(({ state }) => {
    if (state === 'sending') bench.jump(3_600_000)
  })
  const intent = await bench.command('encoder:start')
  stop()
  expect(intent).toMatchObject({ state: 'cancelled', error: { facts: { reason: 'clock_moved' } } })
  expect(fake.requests).toEqual([])
})

// Catches an answer that counts as a started stream although no byte leaves, and a retry of such a command.
test('a start that is not seen sending is unknown, and is not sent again', async () => {
  await ready()
  bench.hurry()
  fake.state.grows = false
  const { id, state, error } = await bench.command('encoder:start')
  expect(state).toBe('unknown')
  expect(error?.facts).toMatchObject({ reason: 'encoder_not_seen', active: true, growing: false })
  expect(await reasonOf(bench.ledger.retry(id))).toBe('encoder_not_resent')
  fake.state.grows = true
  expect(await bench.ledger.reconcile(id)).toMatchObject({ state: 'confirmed' })
  expect(fake.requests).toEqual(['StartStream'])
})

// Catches a command whose answer was lost and that counts as refused, or is sent a second time after the connection.
test('a lost answer is unknown, then read back, and the person decides what is not seen', async () => {
  await ready()
  bench.hurry()
  fake.fate = 'cutsAfter'
  const seen = await bench.command('encoder:scene', { scene: 'Main' })
  expect(seen.state).toBe('unknown')
  fake.fate = 'answers'
  await expect.poll(() => bench.ledger.get(seen.id).state).toBe('confirmed')
  expect(bench.ledger.get(seen.id).evidence.at(-1)).toMatchObject({ code: 'encoder_seen_perhaps_other' })
  fake.fate = 'cutsBefore'
  const missed = await bench.command('encoder:scene', { scene: 'Opening' })
  fake.fate = 'answers'
  await expect.poll(() => bench.ledger.get(missed.id).evidence.at(-1)?.code).toBe('encoder_not_so')
  expect(bench.ledger.get(missed.id).state).toBe('unknown')
  expect(await bench.ledger.resolve(missed.id, 'rejected')).toMatchObject({ state: 'rejected' })
  expect(fake.requests).toHaveLength(2)
})

// Catches a crash between the commit and the answer after which the command is sent again, or stays unread.
test.each([
  ['seen', 'Main', 'confirmed'],
  ['not seen', 'Opening', 'unknown'],
])('after a crash a command that is %s is never sent again', async (_, program, state) => {
  await ready()
  fake.fate = 'silentAfter'
  void bench.command('encoder:scene', { scene: 'Main' }).catch(() => undefined)
  await expect.poll(() => fake.requests.length).toBe(1)
  bench.hurry()
  await bench.crash()
  fake.state.program = program
  const [intent] = bench.ledger.list({ limit: 1 }).items
  expect(intent).toMatchObject({ state: 'unknown', target: 'encoder' })
  await expect.poll(() => bench.ledger.get(intent?.id ?? '').evidence.at(-1)?.event).toBe('read')
  expect(bench.ledger.get(intent?.id ?? '').state).toBe(state)
  expect(fake.requests).toHaveLength(1)
})

// Catches a text shown as a state, a total below nothing, and a name of megabytes told to every page at each reading.
test('an answer of another kind is unknown, and is never shown as a value', async () => {
  const long = 'Escena '.repeat(43)
  fake.lies = {
    GetVersion: { obsVersion: 'x'.repeat(200_000), availableRequests: 'CreateRecordChapter' },
    GetStreamStatus: { outputActive: 'false' },
    GetRecordStatus: { outputDuration: -1 },
    GetSceneList: {
      currentProgramSceneName: 'x'.repeat(200_000),
      scenes: [
        { sceneName: 'x'.repeat(200_000) },
        { sceneName: 7 },
        null,
        { sceneName: long },
        { sceneName: ' Main ' },
      ],
    },
    GetStats: { cpuUsage: null },
  }
  await ready()
  const state = bench.encoders.state()
  for (const part of ['stream', 'record', 'program', 'stats', 'chapters']) expect(state).not.toHaveProperty(part)
  expect(state).toMatchObject({ link: 'connected', scenes: [' Main ', long], software: { version: '' } })
  expect(JSON.stringify(bench.states).length).toBeLessThan(20_000)
  fake.lies = {
    GetStreamStatus: { outputActive: true, outputSkippedFrames: -1, outputTotalFrames: -1 },
    GetSceneList: { scenes: Array.from({ length: 5_000 }, (_, at) => ({ sceneName: `Scene ${at}` })) },
  }
  const { stream, ...others } = await bench.encoders.read()
  expect(stream).toMatchObject({ active: true, bytes: expect.any(Number) as number })
  for (const total of ['skippedFrames', 'totalFrames', 'droppedShare']) expect(stream).not.toHaveProperty(total)
  expect(others).not.toHaveProperty('scenes')
  expect(others).toMatchObject({ record: { active: true }, program: 'Opening' })
  for (const wrong of [{ outputBytes: '12' }, { outputReconnecting: 1 }, { outputDuration: -5 }, { outputBytes: -1 }]) {
    fake.lies = { GetStreamStatus: wrong }
    expect(await bench.encoders.read()).not.toHaveProperty('stream')
  }
})

// Catches a locked keychain that is told as a wrong password: the person types it anew before a show, and fails again.
test.each([
  ['locked', 'locked'],
  ['denied', 'withheld'],
  ['unavailable', 'withheld'],
  ['timed_out', 'withheld'],
  ['absent', 'forgotten'],
] as const)(
  'a password in a keychain that is %s is not called wrong, and the software is not asked',
  async (fails, link) => {
    await bench.encoders.save({ name: 'Studio', address: fake.address, password: 'right' })
    const id = bench.encoders.list()[0]?.id ?? ''
    bench.encoders.use(null)
    const before = fake.tries
    bench.vault.drop()
    bench.keys.fails = fails
    bench.encoders.use(id)
    const state = await bench.until((now) => now.link === link)
    expect(fake.tries).toBe(before)
    expect(bench.keys.asked).not.toContain(true)
    if (link === 'forgotten') return
    expect(state).not.toHaveProperty('nextTryAt')
    bench.keys.fails = undefined
    bench.encoders.unlocked()
    await bench.until((now) => now.link === 'connected')
  },
)

// Catches a password that is tried over and over, and a state that does not say why there is no connection.
test('a refused password is tried at most five times a minute', async () => {
  fake.refuses = true
  await bench.use(fake.address, 'wrong-password')
  const { nextTryAt = '' } = await bench.until(({ link }) => link === 'refused')
  expect(Date.parse(nextTryAt) - Date.now()).toBeGreaterThan(12_000)
  expect(fake.tries).toBe(1)
})

// Catches a software that is closed and never found again.
test('a closed software is unreachable, and is met again', async () => {
  await ready()
  await fake.end()
  await bench.until(({ link, nextTryAt }) => link === 'unreachable' && nextTryAt !== undefined)
  expect(await reasonOf(bench.command('encoder:stop'))).toBe('encoder_not_connected')
  fake = await startFake(Number(new URL(fake.address).port))
  await bench.until(({ link, readAt }) => link === 'connected' && readAt !== undefined)
})

// Catches software that came back on another port, which a person looks for while the desk tries the old one.
test('software that answers at another address is named, and asked for no more than its greeting', async () => {
  await ready()
  const other = await startFake()
  await bench.encoders.save({ name: 'Spare', address: other.address })
  fake.refuses = true
  await fake.end()
  const { elsewhere } = await bench.until((state) => state.elsewhere !== undefined)
  expect(elsewhere).toBe(new URL(other.address).href)
  expect(other.requests).toEqual([])
  await other.end()
  await bench.until((state) => state.link === 'unreachable' && state.elsewhere === undefined)
  fake = await startFake(Number(new URL(fake.address).port))
  expect((await bench.until((state) => state.readAt !== undefined)).elsewhere).toBeUndefined()
})

// Catches a hint that names the address which does not answer, and none for the usual port.
test('it is looked for at its usual port and where others were entered', () => {
  expect(candidatesOf('ws://127.0.0.1:4460', ['ws://127.0.0.1:4460', 'ws://studio.local:4455'])).toEqual([
    'ws://127.0.0.1:4455/',
    'ws://studio.local:4455/',
  ])
  expect(candidatesOf('ws://127.0.0.1:4455', [])).toEqual([])
})
