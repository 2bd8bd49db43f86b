import { castResource, embedResource, pollOf, voteId } from '#answers/poll/poll.ts'
import { scalarText } from '#answers/roles.ts'
import type { JsonObject } from '#contract/json.ts'
import { naming, specParts } from '#records/resources/spec-parts.ts'
import type { ResourceSpec } from '#records/resources/types.ts'
import { embedIdName, ofPoll, operations, voteIdName } from './model/requests.ts'

const { action, field, hinted, needed } = specParts('polls')
const fields = [
  field('question'),
  hinted('options', 'json'),
  hinted('voteTokenQuantity', 'whole'),
  hinted('votingTimeReset'),
  field('voteButtonQuantity', 'whole'),
  field('voteButtonText1'),
  field('voteButtonText2'),
]

const factsOf = (record: JsonObject | undefined) => {
  if (record === undefined) return []
  const { question, status = '', id = '' } = pollOf(record)
  return [
    { label: 'polls.fact.question', value: question },
    { label: 'polls.fact.status', value: status },
    { label: 'polls.fact.id', value: id },
  ].filter(({ value }) => value !== '')
}

export const editPoll = action(operations.update, 'edit', 'i-lucide-pencil', {
  fields,
  start: naming(embedIdName, ...fields.map(({ name }) => name)),
  facts: factsOf,
})

export const removePoll = action(operations.remove, 'remove', 'i-lucide-trash-2', {
  start: naming(embedIdName),
  facts: factsOf,
})

export const polls: ResourceSpec = {
  resource: embedResource,
  title: 'polls.list.title',
  about: 'polls.list.about',
  icon: 'i-lucide-vote',
  list: operations.all,
  get: operations.get,
  idName: embedIdName,
  actions: [editPoll, removePoll],
  columns: [
    { id: 'question', label: 'polls.column.question', role: 'title', kind: 'text' },
    { id: 'status', label: 'polls.column.status', role: 'status', kind: 'status', width: 7 },
    { id: 'changed', label: 'polls.column.changed', role: 'changedAt', kind: 'instant', width: 11 },
    { id: 'id', label: 'polls.column.id', role: 'id', kind: 'id', width: 8 },
  ],
}

export const votesOf = (pollId: string | undefined): ResourceSpec => ({
  resource: castResource,
  title: 'polls.votes.title',
  about: 'polls.votes.about',
  icon: 'i-lucide-list-checks',
  list: operations.votes,
  ...(pollId === undefined ? {} : { listParts: ofPoll(pollId) }),
  get: operations.vote,
  idName: voteIdName,
  searches: [
    action(operations.vote, 'lookUp', 'i-lucide-search', {
      fields: [needed(voteIdName)],
      start: (record) => ({ body: { [voteIdName]: record === undefined ? '' : (voteId(record) ?? '') } }),
    }),
  ],
  columns: [
    { id: 'vote', label: 'polls.column.vote', role: 'id', kind: 'id', width: 9 },
    { id: 'option', label: 'polls.column.option', field: 'optionId', kind: 'text' },
    { id: 'at', label: 'polls.column.castAt', role: 'at', kind: 'instant', width: 11 },
    { id: 'voter', label: 'polls.column.voter', field: 'voterId', kind: 'text', private: true },
    { id: 'poll', label: 'polls.column.poll', field: embedIdName, kind: 'id', width: 18 },
    { id: 'voteStatus', label: 'polls.column.status', role: 'status', kind: 'status', width: 7 },
  ],
})

export const nameOf = (record: JsonObject, id: string): string =>
  (pollOf(record).question || scalarText(record.name) || id).slice(0, 512)
