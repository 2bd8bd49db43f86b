// What the generic panes and dialogs are told of polls and votes.
import type { JsonObject } from '#contract/json.ts'
import { scalarText } from '#answers/roles.ts'
import type { ActionSpec, FieldSpec, ResourceSpec } from '../../resources/types.ts'
import { castResource, embedResource, pollOf, voteId } from '#answers/poll/poll.ts'
import { embedIdName, ofPoll, operations, voteIdName } from './model/requests.ts'

const editable = [
  'question',
  'options',
  'voteTokenQuantity',
  'votingTimeReset',
  'voteButtonQuantity',
  'voteButtonText1',
  'voteButtonText2',
] as const

const fields: readonly FieldSpec[] = [
  { name: 'question', label: 'polls.field.question', control: 'text' },
  { name: 'options', label: 'polls.field.options', control: 'json', hint: 'polls.field.optionsHint' },
  { name: 'voteTokenQuantity', label: 'polls.field.tokens', control: 'whole', hint: 'polls.field.tokensHint' },
  { name: 'votingTimeReset', label: 'polls.field.reset', control: 'text', hint: 'polls.field.resetHint' },
  { name: 'voteButtonQuantity', label: 'polls.field.buttons', control: 'whole' },
  { name: 'voteButtonText1', label: 'polls.field.button1', control: 'text' },
  { name: 'voteButtonText2', label: 'polls.field.button2', control: 'text' },
]

const factsOf = (record: JsonObject | undefined) => {
  if (record === undefined) return []
  const { question, status, id } = pollOf(record)
  return [
    { label: 'polls.fact.question', value: question },
    { label: 'polls.fact.status', value: status ?? '' },
    { label: 'polls.fact.id', value: id ?? '' },
  ].filter(({ value }) => value !== '')
}

export const editPoll: ActionSpec = {
  operation: operations.update,
  label: 'polls.action.edit',
  icon: 'i-lucide-pencil',
  fields,
  start: (record, id) => ({
    body: {
      [embedIdName]: id ?? '',
      ...Object.fromEntries(editable.flatMap((name) => (record?.[name] === undefined ? [] : [[name, record[name]]]))),
    },
  }),
  facts: factsOf,
}

export const removePoll: ActionSpec = {
  operation: operations.remove,
  label: 'polls.action.remove',
  icon: 'i-lucide-trash-2',
  start: (_, id) => ofPoll(id ?? ''),
  facts: factsOf,
}

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

const lookUp: ActionSpec = {
  operation: operations.vote,
  label: 'polls.action.lookUp',
  icon: 'i-lucide-search',
  fields: [{ name: voteIdName, label: 'polls.field.voteId', control: 'text', required: true }],
  start: (record) => ({ body: { [voteIdName]: record === undefined ? '' : (voteId(record) ?? '') } }),
}

/** The cast votes, of one poll where one is named. */
export function votesOf(pollId: string | undefined): ResourceSpec {
  return {
    resource: castResource,
    title: 'polls.votes.title',
    about: 'polls.votes.about',
    icon: 'i-lucide-list-checks',
    list: operations.votes,
    ...(pollId === undefined ? {} : { listParts: ofPoll(pollId) }),
    get: operations.vote,
    idName: voteIdName,
    searches: [lookUp],
    columns: [
      { id: 'vote', label: 'polls.column.vote', role: 'id', kind: 'id', width: 9 },
      { id: 'option', label: 'polls.column.option', field: 'optionId', kind: 'text' },
      { id: 'at', label: 'polls.column.castAt', role: 'at', kind: 'instant', width: 11 },
      { id: 'voter', label: 'polls.column.voter', field: 'voterId', kind: 'text', private: true },
      { id: 'poll', label: 'polls.column.poll', field: embedIdName, kind: 'id', width: 8 },
      { id: 'voteStatus', label: 'polls.column.status', role: 'status', kind: 'status', width: 7 },
    ],
  }
}

/** A name for a broadcast's poll, never empty. */
export function nameOf(record: JsonObject, id: string): string {
  return (pollOf(record).question || scalarText(record.name) || id).slice(0, 512)
}
