// Polls. A vote is a record of its own and is counted in its poll; a tally that is sent is ignored.
import type { Json, JsonObject } from '#contract/json.ts'
import { given, stamp, text, type Call, type Effects } from '../call.ts'
import { list } from '../lists.ts'
import { change, find, insert, lookUp, related } from '../records.ts'
import { impossible, invalid } from '../refusal.ts'
import type { Stored } from '../store.ts'
import { counted, listOf, numberOf, objectOf, scalarText, textOf } from '../values.ts'

const embeds = 'vote/embed'
const casts = 'vote/cast'
const embedNames = ['embedId', 'pollId', 'resourceId'] as const
/** Results may be shown while people still vote. */
const takingVotes = ['open', 'revealed']
const milestones: Readonly<Record<string, string>> = {
  open: 'openedAt',
  revealed: 'revealedAt',
  winner: 'decidedAt',
  closed: 'closedAt',
}

export const votes: Effects = {
  'POST /api/vote/embed/create'(call) {
    const options = listOf(call.body.options).map(nameOfOption)
    const tally = Object.fromEntries(options.map((option) => [option, 0]))
    const record = insert(call, embeds, { ...call.body, tally, totalVotes: 0 })
    return { data: change(call, embeds, record, reached(call, record.status)) }
  },

  'PUT /api/vote/embed/update'(call) {
    const embed = find(call, embeds)
    const own = new Set<string>([...embedNames, 'tally', 'totalVotes'])
    const patch = Object.fromEntries(Object.entries(call.body).filter(([name]) => !own.has(name)))
    const tally = {
      ...Object.fromEntries(listOf(patch.options).map((option) => [nameOfOption(option), 0])),
      ...objectOf(embed.tally),
    }
    const status = textOf(patch.status) ?? embed.status
    return {
      data: change(call, embeds, embed, { ...patch, tally, ...(status === embed.status ? {} : reached(call, status)) }),
    }
  },

  'POST /api/vote/cast/create'(call) {
    const embed = related(call, embeds, ...embedNames)
    if (!takingVotes.includes(embed.status))
      throw impossible('embedId', `the poll is ${embed.status} and takes no votes`)
    const option = optionOf(call, embed)
    const vote = insert(call, casts, { ...call.body, id: null, embedId: embed.id, optionId: option })
    change(call, embeds, embed, { tally: counted(embed.tally, option), totalVotes: numberOf(embed.totalVotes) + 1 })
    return { data: vote }
  },

  'POST /api/vote/cast/getall'(call) {
    const records = call.store.all(casts)
    const embedId = text(call, ...embedNames)
    if (embedId === undefined) return list(call, records, false)
    const embed = lookUp(call, embeds, embedId)
    const fields = Object.fromEntries(
      Object.entries(call.fields).filter(([name]) => !embedNames.some((one) => one === name)),
    )
    const { data, ...page } = list(
      { ...call, fields },
      records.filter((vote) => vote.embedId === embed.id),
      false,
    )
    return {
      ...page,
      data: { ...data, embedId: embed.id, tally: objectOf(embed.tally), totalVotes: numberOf(embed.totalVotes) },
    }
  },
}

function reached(call: Call, status: string): JsonObject {
  const milestone = Object.hasOwn(milestones, status) ? milestones[status] : undefined
  return milestone === undefined ? {} : { [milestone]: stamp(call) }
}

/** The chosen option by identifier, text or place. A poll without options takes anything. */
function optionOf(call: Call, embed: Stored): string {
  const sent = given(call, 'optionId', 'option', 'choiceId', 'choice', 'answer', 'value', 'vote')
  const wanted = scalarText(sent)
  if (wanted === undefined) throw invalid({ path: 'optionId', message: 'is missing' })
  const options = listOf(embed.options)
  if (options.length === 0) return wanted
  const found =
    options.find((option) => nameOfOption(option) === wanted || labelOf(option) === wanted) ??
    (/^\d{1,3}$/.test(wanted) ? options[Number(wanted)] : undefined)
  if (found === undefined) throw invalid({ path: 'optionId', message: 'is not an option of this poll' })
  return nameOfOption(found)
}

function nameOfOption(option: Json): string {
  return (
    scalarText(option) ?? textOf(objectOf(option).id) ?? textOf(objectOf(option)._id) ?? labelOf(option) ?? 'option'
  )
}

function labelOf(option: Json): string | undefined {
  const { text: label, label: other, name }: JsonObject = objectOf(option)
  return textOf(label) ?? textOf(other) ?? textOf(name)
}
