import { expect, test } from 'vitest'
import type { Broadcast } from '#contract/live.ts'
import { bridgeMethods } from '#contract/bridge.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { createSettings } from '../../../../main/core/profile/settings.ts'
import { createBroadcasts } from '../../../../main/air/live/broadcast.ts'
import { openingShow } from '../../../../main/platform/rehearsal/opening-show.ts'
import { studio } from '../../../../main/platform/rehearsal/seed/index.ts'
import { open, temporary } from '../../core/storage/support.ts'
import { atRestOver } from '../../../support/at-rest.ts'

async function createDesk(opening: (environment: EnvironmentId) => Partial<Broadcast> | undefined = () => undefined) {
  const folder = await temporary()
  const told: Broadcast[] = []
  const start = async () => {
    const database = await open(folder)
    const broadcasts = createBroadcasts({
      settings: createSettings(database),
      atRest: atRestOver(),
      opening,
      onChange: (broadcast) => told.push(broadcast),
    })
    const choose = (choice: object) => broadcasts.choose(bridgeMethods['broadcast.choose'].input.parse(choice))
    return { database, broadcasts, choose }
  }
  return { told, start }
}

const stream = { id: 's1', name: 'Hall <one>' }
const poll = { id: 'p1', name: 'Which song?' }

// Catches a choice that takes another one away, and null that is kept as a value.
test('what is left out stays, null takes it away', async () => {
  const { start, told } = await createDesk()
  const { broadcasts, choose } = await start()
  expect(broadcasts.get('production')).toEqual({ environment: 'production' })
  choose({ environment: 'production', stream, plannedEndAt: '2026-11-22T22:00:00Z' })
  expect(choose({ environment: 'production', poll, stream: undefined })).toEqual({
    environment: 'production',
    stream,
    poll,
    plannedEndAt: '2026-11-22T22:00:00Z',
  })
  expect(choose({ environment: 'production', stream: null, plannedEndAt: null })).toEqual({
    environment: 'production',
    poll,
  })
  expect(broadcasts.get('production')).toEqual({ environment: 'production', poll })
  expect(told.at(-1)).toEqual({ environment: 'production', poll })
  expect(told).toHaveLength(3)
})

// Catches a practice stream that turns up as the broadcast of production, and a choice that a restart forgets.
test('every environment has its own, kept over a restart', async () => {
  const { start } = await createDesk()
  const first = await start()
  first.choose({ environment: 'production', stream })
  first.choose({ environment: 'rehearsal', stream: { id: 'practice', name: 'Practice' } })
  first.database.close()
  const { broadcasts } = await start()
  expect(broadcasts.get('production')).toEqual({ environment: 'production', stream })
  expect(broadcasts.get('rehearsal').stream?.id).toBe('practice')
  expect(broadcasts.get('development')).toEqual({ environment: 'development' })
})

// Catches a rehearsal that takes back what a person cleared, and a seeded stream that counts as chosen elsewhere.
test('a rehearsal opens with its show until a person chooses or clears something', async () => {
  const { start } = await createDesk((id) => (id === 'rehearsal' ? { stream, poll } : undefined))
  const { broadcasts, choose, database } = await start()
  expect(broadcasts.get('rehearsal')).toEqual({ environment: 'rehearsal', stream, poll })
  expect(broadcasts.get('production')).toEqual({ environment: 'production' })
  expect(choose({ environment: 'rehearsal', poll: null })).toEqual({ environment: 'rehearsal', stream })
  expect(choose({ environment: 'rehearsal', stream: null })).toEqual({ environment: 'rehearsal' })
  database.close()
  const again = await start()
  expect(again.broadcasts.get('rehearsal')).toEqual({ environment: 'rehearsal' })
})

// Catches an opening that names records which the rehearsal platform does not have.
test('what a rehearsal opens with is a stream with a coming event, an open poll and a link with a goal', () => {
  const now = Date.parse('2026-11-21T20:00:00.000Z')
  const opening = openingShow(now)
  const seed = studio(now)
  const has = (resource: string, id: string | undefined): boolean =>
    seed[resource]?.some((record) => record.id === id) ?? false
  expect(Object.keys(opening)).toEqual(['stream', 'poll', 'link'])
  expect(has('video/stream', opening.stream?.id)).toBe(true)
  expect(has('vote/embed', opening.poll?.id)).toBe(true)
  expect(has('payment/link', opening.link?.id)).toBe(true)
})
