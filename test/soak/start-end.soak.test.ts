// Starts of the built desk with the real software, killed at every step and fired again: what is on is on once.
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Firing } from '#contract/air/firing.ts'
import {
  environment,
  openBroadcast,
  pressed,
  profileWithSoftware,
  startCountedPlatform,
  type Broadcast,
  type CountedPlatform,
} from '../support/broadcast.ts'
import { countStarts, hasObs, startObs, startSink, type Obs, type Sink } from '../support/obs.ts'

const names = ['Alpha', 'Beta']
const stepIds = ['scene', 'encoder', 'sending', 'destination-1', 'destination-2', 'live'] as const

let obs: Obs
let sink: Sink
let platform: CountedPlatform
let broadcast: Broadcast
beforeAll(async () => {
  if (!hasObs) return
  obs = await startObs({ asksPassword: false })
  sink = await startSink(obs.rtmpPort)
  platform = await startCountedPlatform()
})
afterAll(async () => {
  if (!hasObs) return
  await sink.stop()
  await obs.end()
  await platform.close()
})
beforeEach(async () => {
  if (!hasObs) return
  await platform.reset()
  await obs.client.call('SetCurrentProgramScene', { sceneName: 'Opening' })
  broadcast = await openBroadcast(platform, names, await profileWithSoftware(obs.address))
  await expect.poll(async () => (await broadcast.connection.call('encoder.state')).readAt).toBeDefined()
  await broadcast.connection.call('firing.choose', { environment, startScene: 'Main' })
})
afterEach(async () => {
  if (!hasObs) return
  await broadcast.end()
  await obs.client.call('StopStream').catch(() => undefined)
  await expect.poll(async () => (await obs.client.call('GetStreamStatus')).outputActive).toBe(false)
})

/** A person goes on until it is done, and decides what nobody can tell: what is not so now was not sent. */
async function goOn(id: string): Promise<Firing> {
  for (let press = 0; press < 10; press += 1) {
    const firing = await broadcast.over(id)
    if (firing.state === 'done') return firing
    const open = firing.steps.find(({ state }) => state === 'unknown')?.intent
    if (open !== undefined) {
      await expect
        .poll(async () => {
          const { state, evidence } = await broadcast.connection.call('ledger.get', { id: open })
          return state !== 'unknown' || evidence.at(-1)?.code === 'encoder_not_so'
        })
        .toBe(true)
      const { state } = await broadcast.connection.call('ledger.get', { id: open })
      if (state === 'unknown') await broadcast.connection.call('ledger.resolve', { id: open, as: 'rejected' })
    }
    await broadcast.connection.call('firing.resume', { id, ...pressed() })
  }
  return broadcast.over(id)
}

// Catches a second StartStream or update after a crash, one that is lost, and a desk that does not say where it stopped.
test.skipIf(!hasObs).each(stepIds.flatMap((step) => [['taking', step] as const, ['seen', step] as const]))(
  'killed -9 with %s written for the step %s, each effect happens once',
  async (state, step) => {
    const seen = countStarts(obs)
    onTestFinished(() => seen.stop())
    const { id } = await broadcast.connection.call('firing.fire', await broadcast.armed('start'))
    await broadcast.connection.next(
      'firing.changed',
      ({ firing }) => firing?.steps.some((one) => one.id === step && one.state === state) === true,
    )
    await broadcast.desk.kill()
    await broadcast.reopen()
    const left = await broadcast.connection.call('firing.get', { id })
    if (left.state !== 'done') expect(left).toMatchObject({ state: 'stopped', because: 'desk_stopped' })
    await expect.poll(async () => (await broadcast.connection.call('encoder.state')).readAt).toBeDefined()
    const done = await goOn(id)
    expect(done, JSON.stringify(done.steps)).toMatchObject({ state: 'done' })
    expect((await obs.client.call('GetCurrentProgramScene')).currentProgramSceneName).toBe('Main')
    expect((await obs.client.call('GetStreamStatus')).outputActive).toBe(true)
    expect({ starts: seen.count, updates: platform.updates }).toEqual({
      starts: 1,
      updates: names.map((name) => `start ${name}`),
    })
  },
)
