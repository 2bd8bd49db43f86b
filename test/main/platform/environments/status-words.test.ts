import { expect, test } from 'vitest'
import type { WordChoice } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { createSettings } from '../../../../main/core/profile/settings.ts'
import { createStatusWords } from '../../../../main/platform/environments/status-words.ts'
import { createFakeClock } from '../ledger/support.ts'
import { open, temporary } from '../../core/storage/support.ts'

async function createDesk(folder: string) {
  const database = await open(folder)
  const told: Array<{ environment: EnvironmentId; choices: WordChoice[] }> = []
  const words = createStatusWords({
    settings: createSettings(database),
    clock: createFakeClock(),
    onChange: (change) => told.push(change),
  })
  return { database, words, told }
}

// Catches a word that is taught for each spelling anew, for every environment, or until the desk is closed.
test('a word is kept folded, for its environment, over a restart', async () => {
  const folder = await temporary()
  const { database, words, told } = await createDesk(folder)
  const choice = words.teach({ environment: 'production', word: 'Not-Yet SETTLED', means: 'accepted' })
  expect(choice).toEqual({
    environment: 'production',
    word: 'not_yet_settled',
    means: 'accepted',
    updatedAt: '2026-03-01T12:00:00.000Z',
  })
  words.teach({ environment: 'production', word: 'notYetSettled', means: 'done' })
  expect(told.at(-1)).toMatchObject({
    environment: 'production',
    choices: [{ word: 'not_yet_settled', means: 'done' }],
  })
  database.close()
  const later = await createDesk(folder)
  expect(later.words.taught('production')).toEqual({ not_yet_settled: 'done' })
  expect(later.words.taught('development')).toEqual({})
  later.words.forget('production', 'NOT_YET_SETTLED')
  expect(later.words.list('production')).toEqual([])
})

// Catches a sign or a mass of words that is kept as a vocabulary.
test('what holds no word is refused', async () => {
  const { words } = await createDesk(await temporary())
  expect(() => words.teach({ environment: 'production', word: '--', means: 'done' })).toThrow(
    expect.objectContaining({ code: 'invalid_input' }) as Error,
  )
})
