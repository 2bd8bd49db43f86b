import { expect, test } from 'vitest'
import type { FieldChoice } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { createFieldChoices } from '../../../../main/platform/environments/field-choices.ts'
import { createSettings } from '../../../../main/core/profile/settings.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { createFakeClock } from '../ledger/support.ts'
import { open, temporary } from '../../core/storage/support.ts'

async function createDesk(folder: string, known = operations) {
  const clock = createFakeClock()
  const database = await open(folder)
  const told: Array<{ environment: EnvironmentId; choices: FieldChoice[] }> = []
  return {
    clock,
    database,
    told,
    choices: createFieldChoices({
      settings: createSettings(database),
      operations: known,
      clock,
      onChange: (change) => told.push(change),
    }),
  }
}
const [anyRead = '', anotherRead = ''] = [...operations.values()]
  .filter(({ kind }) => kind === 'read')
  .map(({ key }) => key)

// Catches a second answer that forgets the first, and an environment whose fields are named after another's.
test('choices add up role by role, per operation and environment, over a restart', async () => {
  const folder = await temporary()
  const { choices, database, clock, told } = await createDesk(folder)
  choices.choose({ environment: 'production', operation: anyRead, fields: { id: 'chargeNo', status: 'state' } })
  await clock.advance(1_000)
  const whole = choices.choose({
    environment: 'production',
    operation: anyRead,
    fields: { status: 'phase' },
    amounts: 'minor',
    list: 'data.rows',
  })
  expect(whole).toEqual({
    environment: 'production',
    operation: anyRead,
    fields: { id: 'chargeNo', status: 'phase' },
    amounts: 'minor',
    list: 'data.rows',
    updatedAt: '2026-03-01T12:00:01.000Z',
  })
  choices.choose({ environment: 'rehearsal', operation: anotherRead, amounts: 'major' })
  expect(told.at(1)).toEqual({ environment: 'production', choices: [whole] })
  database.close()
  const later = await createDesk(folder)
  expect(later.choices.list('production')).toEqual([whole])
  expect(later.choices.list('rehearsal')).toMatchObject([{ operation: anotherRead, fields: {}, amounts: 'major' }])
  expect(later.choices.list('development')).toEqual([])
})

// Catches names that are kept for an operation that does not exist, and a list that keeps what was forgotten.
test('an unknown operation is refused, a forgotten one is asked for anew', async () => {
  const folder = await temporary()
  const { choices, told, database } = await createDesk(folder)
  for (const operation of ['GET /api/nothing', '__proto__', 'constructor']) {
    expect(() => choices.choose({ environment: 'production', operation, fields: { id: 'x' } })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
    expect(() => choices.forget('production', operation)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  }
  choices.choose({ environment: 'production', operation: anyRead, fields: { id: 'x' } })
  choices.forget('rehearsal', anyRead)
  expect(choices.list('production')).toHaveLength(1)
  choices.forget('production', anyRead)
  expect(choices.list('production')).toEqual([])
  expect(told.at(-1)).toEqual({ environment: 'production', choices: [] })

  choices.choose({ environment: 'production', operation: anyRead, fields: { id: 'x' } })
  database.close()
  const smaller = await createDesk(folder, new Map([...operations].filter(([key]) => key !== anyRead)))
  smaller.choices.forget('production', anyRead)
  expect(smaller.choices.list('production')).toEqual([])
})

// Catches a word that is taught for one environment and believed in another, and one that can't be taken back.
test('words for the state of a stream add up, and each can be taken back', async () => {
  const { choices } = await createDesk(await temporary())
  const say = (airWords: Record<string, 'live' | 'off' | null>) =>
    choices.choose({ environment: 'production', operation: anyRead, airWords }).airWords
  expect(say({ 'warming up': 'off', published: 'live' })).toEqual({ 'warming up': 'off', published: 'live' })
  expect(say({ published: null, 'warming up': 'live' })).toEqual({ 'warming up': 'live' })
  expect(choices.list('rehearsal')).toEqual([])
  for (let word = 0; word < 200; word += 1) say({ [`word ${word}`]: 'off' })
  const kept = Object.keys(choices.list('production')[0]?.airWords ?? {})
  expect([kept.length, kept.at(-1)]).toEqual([100, 'word 199'])
})
