// Against the real software. Elsewhere than where it can be installed these are skipped.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { countStarts, hasObs, obsPassword, startObs, startSink, type Obs } from '../../../support/obs.ts'
import { createBench, type Bench } from './support.ts'

let obs: Obs
let bench: Bench
const ends: Array<() => unknown> = []
beforeAll(async () => {
  if (hasObs) obs = await startObs()
})
afterAll(async () => {
  if (hasObs) await obs.end()
})
beforeEach(async () => {
  bench = await createBench()
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  if (hasObs) {
    await obs.client.call('StopStream').catch(() => undefined)
    await expect.poll(async () => (await obs.client.call('GetStreamStatus')).outputActive).toBe(false)
  }
  await bench.end()
})

const ready = async (): Promise<void> => {
  await bench.use(obs.address, obsPassword)
  await bench.until(({ readAt }) => readAt !== undefined)
}
const sink = async () => {
  const one = await startSink(obs.rtmpPort)
  ends.push(() => one.stop())
  return one
}
const starts = () => {
  const seen = countStarts(obs)
  ends.push(() => seen.stop())
  return seen
}

const real = test.skipIf(!hasObs)

// Catches a state that leaves out what the page shows, and scenes in the software's reverse order.
real('the state is read with its age, and scenes are switched', async () => {
  await ready()
  const state = bench.encoders.state()
  expect(state).toMatchObject({ link: 'connected', everyMs: 2_000, stream: { active: false, growing: false } })
  expect(state.software?.version).toMatch(/^\d+\./)
  expect(state.scenes).toEqual(expect.arrayContaining(['Opening', 'Main']))
  for (const scene of ['Main', 'Opening']) {
    expect(await bench.command('encoder:scene', { scene })).toMatchObject({ state: 'confirmed' })
    expect((await obs.client.call('GetCurrentProgramScene')).currentProgramSceneName).toBe(scene)
  }
  await obs.client.call('SetCurrentProgramScene', { sceneName: 'Main' })
  await bench.until(({ program }) => program === 'Main')
})

// Catches a resolved StartStream that counts as on air although the server is not there.
real('a start to a dead sink is rejected', async () => {
  await ready()
  const seen = starts()
  const intent = await bench.command('encoder:start')
  expect(intent).toMatchObject({ state: 'rejected', error: { facts: { reason: 'encoder_not_seen', active: false } } })
  expect(seen.count).toBe(1)
})

// Catches two starts of one command, an outage that looks like sending, and an end that is not seen.
real('a start to a live sink sends once; an outage is reconnecting; a second start is refused', async () => {
  const server = await sink()
  await ready()
  const seen = starts()
  expect(await bench.command('encoder:start')).toMatchObject({ state: 'confirmed' })
  expect(bench.encoders.state().stream).toMatchObject({ active: true, reconnecting: false, growing: true })
  const again = await bench.command('encoder:start')
  expect(again).toMatchObject({ state: 'rejected', error: { facts: { reason: 'encoder_refused', status: 500 } } })
  expect(seen.count).toBe(1)
  await server.stop()
  const { stream } = await bench.until((state) => state.stream?.reconnecting === true)
  expect(stream).toMatchObject({ active: true, reconnectingSince: expect.any(String) as string })
  expect(await bench.command('encoder:stop')).toMatchObject({ state: 'confirmed' })
})

// Catches a password in the log, the profile, an event or the process's arguments.
real('a wrong password is refused with few tries, and no password leaves the keychain', async () => {
  const wrong = 'wrong-password-of-a-person'
  const id = await bench.use(obs.address, wrong)
  const { nextTryAt = '' } = await bench.until(({ link }) => link === 'refused')
  expect(Date.parse(nextTryAt) - Date.now()).toBeGreaterThan(12_000)
  await bench.encoders.save({ id, name: 'Studio', address: obs.address, password: obsPassword })
  await bench.until(({ link, readAt }) => link === 'connected' && readAt !== undefined)
  await bench.command('encoder:scene', { scene: 'Main' })
  const files = readdirSync(bench.folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name)))
  expect(files.length).toBeGreaterThan(0)
  const told = [...files, Buffer.from(bench.said.join()), Buffer.from(JSON.stringify(bench.states))]
  for (const secret of [wrong, obsPassword]) expect(told.filter((bytes) => bytes.includes(secret))).toEqual([])
  expect(bench.redactor.text(`It was ${obsPassword}.`)).not.toContain(obsPassword)
})
