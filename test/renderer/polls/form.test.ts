import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '#contract/json.ts'
import {
  emptyForm,
  freshOption,
  fromBody,
  nextRound,
  problemsOf,
  toBody,
} from '../../../renderer/views/polls/model/form.ts'
import { optionsOf, pollOf } from '#answers/poll/poll.ts'

const form = {
  question: 'Next song?',
  options: [
    { id: 'a', text: 'Fast' },
    { id: 'b', text: 'Slow' },
    { id: 'c', text: '' },
  ],
  voteTokenQuantity: 3,
  votingTimeReset: '30',
  rest: { channel: 'main', theme: { dark: true } },
}

// A draft that loses what was typed, an empty option above all, when it is opened again.
it('comes back from its body as it was written', () => {
  expect(fromBody(toBody(form))).toEqual(form)
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 20 }), fc.string(), (texts, question) => {
      const options = texts.map((text, index) => ({ id: `o${index}`, text }))
      expect(fromBody(toBody({ ...form, question, options }))).toEqual({ ...form, question, options })
    }),
  )
})

// Names that are not those of the specification's section 2.3, or a poll that is shown as soon as it is made.
it('sends the voting fields under their names, hidden', () => {
  expect(toBody(form)).toMatchObject({
    voteTokenQuantity: 3,
    votingTimeReset: '30',
    voteButtonQuantity: 3,
    voteButtonText1: 'Fast',
    voteButtonText2: 'Slow',
    status: 'hidden',
    votingOpen: false,
    channel: 'main',
  })
  expect(toBody(emptyForm())).not.toHaveProperty('votingTimeReset')
})

// The next round that starts with the last one's votes, or is taken for the same poll.
it('keeps question, options and quantities for the next round, and nothing that was counted', () => {
  const body = toBody(
    nextRound(
      pollOf({
        ...toBody(form),
        id: 'emb_1',
        embedId: 'emb_1',
        status: 'closed',
        tally: { a: 5 },
        totalVotes: 5,
        openedAt: 'x',
        createdAt: 'y',
        updatedAt: 'z',
        clientReference: 'r',
        winner: 'a',
      }),
    ),
  )
  expect(body).toEqual(
    toBody({ ...form, options: form.options.map((option) => ({ ...option, text: option.text || option.id })) }),
  )
})

// A poll of another tool, of which only buttons are known, that duplicates to nothing.
it('reads options wherever they stand', () => {
  expect(optionsOf({ options: ['Yes', 'No', 'Yes'] })).toEqual([
    { id: 'Yes', text: 'Yes' },
    { id: 'No', text: 'No' },
  ])
  expect(optionsOf({ choices: [{ choiceId: 7, label: '<b>Seven</b>' }] })).toEqual([{ id: '7', text: '<b>Seven</b>' }])
  expect(
    optionsOf({ voteButtonText2: 'Go', voteButtonText1: 'Stay', voteButtonText10: 'Ten' }).map(({ text }) => text),
  ).toEqual(['Stay', 'Go', 'Ten'])
  expect(optionsOf({ options: null })).toEqual([])
})

// A poll that is sent though viewers could not answer it, or a whole one that is kept back.
it.each([
  [{}, ['emptyOption']],
  [
    {
      options: [
        { id: 'a', text: 'Yes' },
        { id: 'b', text: 'No' },
      ],
    },
    [],
  ],
  [
    {
      options: [
        { id: 'a', text: 'Yes' },
        { id: 'b', text: ' yes ' },
      ],
    },
    ['sameOption'],
  ],
  [{ options: [{ id: 'a', text: 'Yes' }], question: ' ' }, ['question', 'fewOptions']],
  [
    {
      options: [
        { id: 'a', text: 'Yes' },
        { id: 'b', text: 'No' },
      ],
      voteTokenQuantity: Number.NaN,
      votingTimeReset: '3 min',
    },
    ['tokens', 'reset'],
  ],
  [
    {
      options: [
        { id: 'a', text: 'Yes' },
        { id: 'b', text: 'No' },
      ],
      voteTokenQuantity: undefined,
    },
    [],
  ],
])('%j has the problems %j', (change, problems) => {
  expect(problemsOf({ ...form, ...change })).toEqual(problems)
})

// An identifier that two options share: their votes would be one.
it('gives each option an identifier of its own', () => {
  expect(freshOption(['a', 'c'])).toEqual({ id: 'b', text: '' })
  const all: string[] = []
  for (let count = 0; count < 40; count += 1) all.push(freshOption(all).id)
  expect(new Set(all).size).toBe(40)
})

// A body of any shape that breaks the draft's editor.
it('reads any body', () => {
  fc.assert(fc.property(fc.jsonValue(), (body) => void problemsOf(fromBody(body as Json))))
})
