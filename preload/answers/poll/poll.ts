// A voting embed; its fields are not specified.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { readRecord } from '../answer.ts'
import { plain, spelled } from '../json.ts'
import { idOf, inOneLine, scalarText, titleOf, valueIn } from '../roles.ts'
import { readStep, statusOf, type StepId } from './steps.ts'

export const embedResource = 'vote/embed'
export const castResource = 'vote/cast'

export interface PollOption {
  id: string
  text: string
}

export interface Poll {
  id: string | undefined
  question: string
  options: PollOption[]
  status: string | undefined
  step: StepId | undefined
  record: JsonObject
}

/** Hostile answers hold thousands. */
export const maxOptions = 100

const optionLists = ['options', 'choices', 'answers', 'buttons']
const optionIds = ['optionId', 'choiceId', 'id', 'key', '_id', 'value']
const optionTexts = ['text', 'label', 'title', 'name', 'answer', 'value']

export function pollIn(answer: Json | undefined): Poll | undefined {
  const outer = readRecord(answer, embedResource)
  const inner = outer === undefined ? undefined : [spelled(outer, 'embed'), spelled(outer, 'poll')].find(isObject)
  const record = outer !== undefined && pollId(outer) === undefined ? (inner ?? outer) : outer
  return record === undefined ? undefined : pollOf(record)
}

export const pollId = (record: JsonObject): string | undefined =>
  idOf(record, embedResource) ?? scalarText(spelled(record, 'pollId'))

export const voteId = (record: JsonObject): string | undefined =>
  idOf(record, castResource) ?? scalarText(spelled(record, 'voteId'))

export function pollOf(record: JsonObject): Poll {
  return {
    id: pollId(record),
    question: inOneLine(scalarText(spelled(record, 'question')) ?? titleOf(record, embedResource) ?? ''),
    options: optionsOf(record),
    status: statusOf(record),
    step: readStep(record),
    record,
  }
}

/** A list, else the numbered button texts (specification, section 2.3). */
export function optionsOf(record: JsonObject): PollOption[] {
  const list = optionLists
    .map((name) => spelled(record, name))
    .find((value) => Array.isArray(value) && value.length > 0)
  const listed = Array.isArray(list) ? list.flatMap((item, index) => optionOf(item, index)) : numbered(record)
  const seen = new Set<string>()
  return listed.filter(({ id }) => !seen.has(id) && seen.add(id)).slice(0, maxOptions)
}

export function optionId(item: JsonObject): string | undefined {
  return firstText(item, optionIds) ?? firstText(item, ['option', 'choice'])
}

function optionOf(item: Json, index: number): PollOption[] {
  if (isObject(item)) {
    const text = firstText(item, optionTexts)
    const id = optionId(item) ?? text ?? String(index)
    return [{ id, text: text ?? id }]
  }
  const text = scalarText(item)
  return text === undefined ? [] : [{ id: text, text }]
}

function numbered(record: JsonObject): PollOption[] {
  return Object.entries(record)
    .flatMap(([name, value]) => {
      const place = /^votebuttontext(\d{1,3})$/.exec(plain(name))?.[1]
      const text = scalarText(value)
      return place === undefined || text === undefined ? [] : [{ id: place, text }]
    })
    .sort((a, b) => Number(a.id) - Number(b.id))
}

function firstText(item: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = scalarText(spelled(item, name))
    if (text !== undefined) return text
  }
  return undefined
}

/** Last change, else creation; as it came. */
export function changedAt(record: JsonObject): Json | undefined {
  return valueIn(record, 'changedAt', embedResource) ?? valueIn(record, 'at', embedResource)
}
