import { expect, test } from 'vitest'
import type { Connection } from '#contract/models.ts'
import ConnectionDetails from '../../../../renderer/kit/components/ConnectionDetails.vue'
import { stopClock } from '../../support/clock.ts'
import { mountOnDesk } from '../../support/mount.ts'

stopClock('2026-11-21T19:20:00.000Z')
const seen: Connection = {
  environment: 'production',
  state: 'unreachable',
  since: '2026-11-21T19:14:05.000Z',
  reason: 'No network leads to it',
  sending: 'on',
  probing: 'on',
}
const show = (connection: Connection | undefined) =>
  mountOnDesk(ConnectionDetails, {
    connection,
    address: 'https://platform.example.org',
    asking: false,
    error: undefined,
  })

// A promise of a next question that nobody will ask.
test.each([
  [{ ...seen, nextProbeAt: '2026-11-21T20:20:00.000Z' }, /^in 1:00:00$/],
  [{ ...seen, probing: 'paused' as const }, /paused/],
  [seen, /^now$/],
  [{ ...seen, state: 'reachable' as const, latencyMs: 12 }, /not needed, the platform is answering/],
  [{ ...seen, state: 'unknown' as const }, /next request/],
])('says when it is asked again', async (connection, words) => {
  const { wrapper } = await show(connection)
  expect(wrapper.find('[data-next]').text()).toMatch(words)
})

// Buttons that act on a connection of which nothing is known.
test('waits for what it shows', async () => {
  const { wrapper } = await show(undefined)
  expect(wrapper.findAll('button').every((button) => button.attributes('disabled') !== undefined)).toBe(true)
  expect(wrapper.text()).toContain('https://platform.example.org')
})
