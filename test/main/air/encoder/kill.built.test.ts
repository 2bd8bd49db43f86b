// The built desk is killed between the commit of a command and its answer.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { profileWithSoftware } from '../../../support/broadcast.ts'
import { endDesk, startDesk, type Desk } from '../../../support/desk.ts'
import { startFake, type Fake } from './support.ts'

let fake: Fake
let desk: Desk
beforeEach(async () => {
  fake = await startFake()
  desk = await startDesk({ profile: await profileWithSoftware(fake.address) })
})
afterEach(async () => {
  await endDesk(desk)
  await fake.end()
})

// Catches a command that is sent again after kill -9, and one that is lost.
test.each([
  ['seen', 'Main', 'confirmed'],
  ['not seen', 'Opening', 'unknown'],
])('after kill -9 a command that is %s is told as it is, and never sent again', async (_, program, state) => {
  const first = await desk.connect()
  await expect.poll(async () => (await first.call('encoder.state')).readAt).toBeDefined()
  const { id: encoder = '' } = (await first.call('encoder.state')).encoder ?? {}
  fake.fate = 'silentAfter'
  const press = randomUUID()
  void first
    .call('encoder.command', {
      ...{ operation: 'encoder:scene', scene: 'Main', shown: { encoder }, press },
      pressedAt: new Date().toISOString(),
    })
    .catch(() => undefined)
  await expect.poll(() => fake.requests.length).toBe(1)
  await desk.kill()
  fake.state.program = program
  desk = await startDesk({ profile: desk.profile })
  const second = await desk.connect()
  const newest = async () => (await second.call('ledger.list', { limit: 1 })).items[0]
  await expect.poll(async () => (await newest())?.evidence.at(-1)?.event).toBe('read')
  expect(await newest()).toMatchObject({ state, target: 'encoder', operation: 'encoder:scene' })
  expect(fake.requests).toHaveLength(1)
})
