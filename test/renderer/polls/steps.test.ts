import { expect, it } from 'vitest'
import { stepBody } from '../../../renderer/views/polls/model/requests.ts'
import { readStep, stepIds, stepOf, steps, takesVotes } from '#answers/poll/steps.ts'

// A step that the desk sends and does not recognise again: it would never be confirmed.
it.each(stepIds)('reads its own fields back as the same step: %s', (id) => {
  expect(readStep({ ...stepOf(id).fields })).toBe(id)
})

// Words of other platforms that are taken for the wrong step, or flags that overrule what a platform says.
it.each([
  [{ status: 'OPEN' }, 'live'],
  [{ state: 'Running' }, 'live'],
  [{ status: 'open', resultsVisible: true }, 'reveal'],
  [{ status: 'active', winnerVisible: 'true' }, 'winner'],
  [{ status: 'closed', resultsVisible: true, winnerVisible: true }, 'closed'],
  [{ status: 'hidden', votingOpen: true }, 'hidden'],
  [{ status: 'results-shown' }, 'reveal'],
  [{ votingOpen: true }, 'live'],
  [{ resultsVisible: true }, 'reveal'],
])('%j is %s', (record, step) => {
  expect(readStep(record)).toBe(step)
})

// An unknown state that passes for a known one: the stepper would lie.
it.each([
  {},
  { status: 'warming up' },
  { status: null },
  { status: { code: 3 } },
  { status: 'frozen', votingOpen: true },
])('knows no step of %j', (record) => {
  expect(readStep(record)).toBeUndefined()
})

// Two steps that send the same could not be told apart, and a word that belongs to two would be read by chance.
it('keeps the steps apart', () => {
  expect(new Set(steps.map(({ fields }) => JSON.stringify(fields))).size).toBe(steps.length)
  const words = steps.flatMap((step) => step.words)
  expect(new Set(words).size).toBe(words.length)
  expect(stepIds.filter(takesVotes)).toEqual(['live', 'reveal'])
  expect(stepBody('emb_1', 'winner')).toEqual({
    embedId: 'emb_1',
    status: 'winner',
    votingOpen: false,
    resultsVisible: true,
    winnerVisible: true,
  })
})
