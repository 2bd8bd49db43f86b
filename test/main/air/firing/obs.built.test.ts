// Starts and ends of the built desk with the real software, a sink for its stream and the rehearsal platform over HTTP.
// Elsewhere than where the software can be installed these are skipped. Kills at every step: test/soak/start-end.soak.test.ts.
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { AlarmCode } from '#contract/air/alarms.ts'
import {
  environment,
  openBroadcast,
  profileWithSoftware,
  startCountedPlatform,
  type Broadcast,
  type CountedPlatform,
} from '../../../support/broadcast.ts'
import { countStarts, hasObs, startObs, startSink, type Obs, type Sink } from '../../../support/obs.ts'

const names = ['Alpha', 'Beta']
const once = (act: string): string[] => names.map((name) => `${act} ${name}`)

let obs: Obs
let platform: CountedPlatform
let broadcast: Broadcast
beforeAll(async () => {
  if (!hasObs) return
  obs = await startObs({ asksPassword: false })
  platform = await startCountedPlatform()
})
afterAll(async () => {
  if (!hasObs) return
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
})

const real = test.skipIf(!hasObs)

async function sink(): Promise<Sink> {
  const served = await startSink(obs.rtmpPort)
  onTestFinished(() => served.stop())
  return served
}
function starts(): { count: number } {
  const seen = countStarts(obs)
  onTestFinished(() => seen.stop())
  return seen
}
const alarmed = (code: AlarmCode) =>
  broadcast.connection.next('alarms.changed', ({ alarms }) => alarms.some((alarm) => alarm.code === code))

// Catches a platform that is started although the software reaches no server, and an end that hides that nothing is on air.
real('with a dead sink the start ends not on air, and the platform is untouched', async () => {
  const seen = starts()
  const firing = await broadcast.fire('start')
  expect(firing, JSON.stringify(firing.steps)).toMatchObject({ state: 'stopped', because: 'step_failed' })
  expect(firing.steps.map(({ id, state }) => `${id} ${state}`)).toEqual([
    'scene seen',
    'encoder contradicted',
    'sending planned',
    'destination-1 planned',
    'destination-2 planned',
    'live planned',
  ])
  expect((await broadcast.connection.call('encoder.read')).stream).toMatchObject({ active: false })
  expect({ starts: seen.count, updates: platform.updates }).toEqual({ starts: 1, updates: [] })
})

// Catches a second StartStream, an update that a destination gets twice or not at all, and an end that leaves one of both on.
real('with a live sink a start is one StartStream and one update for each destination, and the end too', async () => {
  await sink()
  const seen = starts()
  const started = await broadcast.fire('start')
  expect(started, JSON.stringify(started.steps)).toMatchObject({ state: 'done' })
  expect((await obs.client.call('GetStreamStatus')).outputActive).toBe(true)
  expect((await obs.client.call('GetCurrentProgramScene')).currentProgramSceneName).toBe('Main')
  expect({ starts: seen.count, updates: platform.updates }).toEqual({ starts: 1, updates: once('start') })
  const ended = await broadcast.fire('end')
  expect(ended, JSON.stringify(ended.steps)).toMatchObject({ state: 'done' })
  expect((await obs.client.call('GetStreamStatus')).outputActive).toBe(false)
  expect(platform.updates.toSorted()).toEqual([...once('start'), ...once('stop')])
  const { items } = await broadcast.connection.call('ledger.list', { limit: 50 })
  const commands = items.filter(({ target }) => target === 'encoder').map(({ operation }) => operation)
  expect(commands.toReversed()).toEqual(['encoder:scene', 'encoder:start', 'encoder:stop'])
})

// Catches an outage during which the lamp stays green, since the software goes on to say that it is active.
real('a sink that is killed is told as reconnecting', async () => {
  const served = await sink()
  expect(await broadcast.fire('start')).toMatchObject({ state: 'done' })
  await served.stop()
  // Whoever is on air hears of it after ten seconds.
  const loud = broadcast.connection.next('alarms.changed', ({ alarms }) =>
    alarms.some(({ code, level }) => code === 'encoder_reconnecting' && level === 'alarm'),
  )
  const told = await alarmed('encoder_reconnecting')
  expect(told.alarms).toMatchObject([{ code: 'encoder_reconnecting', level: 'attention' }])
  expect((await broadcast.connection.call('encoder.state')).stream).toMatchObject({ active: true, reconnecting: true })
  await loud
})

// Catches software that somebody stopped, or that broke down, while the platform goes on and nobody is told; and an end
// that can't be made without it.
real(
  'software that is stopped by hand or breaks down is an alarm, and the platform can be ended without it',
  async () => {
    await sink()
    expect(await broadcast.fire('start')).toMatchObject({ state: 'done' })
    await obs.client.call('StopStream')
    const { alarms } = await alarmed('platform_without_encoder')
    expect(alarms.find(({ code }) => code === 'platform_without_encoder')).toMatchObject({ level: 'alarm' })

    await obs.kill()
    await expect.poll(async () => (await broadcast.connection.call('encoder.state')).link).toBe('unreachable')
    const ended = await broadcast.fire('end')
    expect(platform.updates.toSorted(), JSON.stringify(ended.steps)).toEqual([...once('start'), ...once('stop')])
  },
)
