import { expect, test } from 'vitest'
import type { Broadcast } from '#contract/live.ts'
import { bridgeMethods } from '#contract/bridge.ts'
import { createSettings } from '../../../main/desk/settings.ts'
import { createBroadcasts } from '../../../main/live/broadcast.ts'
import { open, temporary } from '../storage/support.ts'
import { atRestOver } from '../../support/at-rest.ts'

async function createDesk() {
  const folder = await temporary()
  const told: Broadcast[] = []
  const start = async () => {
    const database = await open(folder)
    const broadcasts = createBroadcasts({
      settings: createSettings(database),
      atRest: atRestOver(),
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
