// What can be chosen for a show, from the platform's lists.
import type { Json } from '#contract/json.ts'
import { readListing } from '#answers/answer.ts'
import { pollOf, type Poll } from '#answers/poll/poll.ts'
import { idOf, inOneLine, textIn, titleOf, type Choice } from '#answers/roles.ts'

export interface Option {
  id: string
  name: string
  note?: string
  status?: string
}

/** The bridge takes names and identifiers this long. */
const longest = 512

/** Records with an identifier; undefined until they were read. */
export function optionsOf(data: Json | undefined, resource: string, choice?: Choice): Option[] | undefined {
  if (data === undefined) return undefined
  return readListing(data, resource, choice).rows.flatMap((row): Option[] => {
    const id = idOf(row, resource, choice)
    if (id === undefined || id.length > longest) return []
    const status = textIn(row, 'status', resource, choice)
    return [
      {
        id,
        name: (titleOf(row, resource, choice) ?? id).slice(0, longest),
        ...(status !== undefined && { status: inOneLine(status) }),
      },
    ]
  })
}

/** Polls go by their question, as the audience reads it; the platform's name is the note. */
export function pollOptionsOf(
  data: Json | undefined,
  choice?: Choice,
): Array<Option & { step: Poll['step'] }> | undefined {
  if (data === undefined) return undefined
  return readListing(data, 'vote/embed', choice).rows.flatMap((row) => {
    const { question, step, status } = pollOf(row)
    const id = idOf(row, 'vote/embed', choice)
    if (id === undefined || id.length > longest) return []
    const name = titleOf(row, '', choice)
    return [
      {
        id,
        name: (question || name || id).slice(0, longest),
        step,
        ...(name !== undefined && name !== question && { note: inOneLine(name) }),
        ...(status !== undefined && { status: inOneLine(status) }),
      },
    ]
  })
}
