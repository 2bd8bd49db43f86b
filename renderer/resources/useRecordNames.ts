import { isObject } from '#contract/json.ts'
import { readListing } from '#answers/answer.ts'
import { idOf, titleOf } from '#answers/roles.ts'
import { useNames } from '#stores/names.ts'
import { readPlatform } from './read.ts'
import type { Reference } from './references.ts'

/** Finds the name of a record, or undefined while only its identifier is known. */
export type NameOf = (reference: Reference, id: string) => string | undefined

const pageSize = 100

/** Names of the records that fields refer to; `ask` finds those that are missing, with one read for each kind. */
export function useRecordNames() {
  const names = useNames()
  const nameOf: NameOf = ({ resource }, id) => names.nameOf(resource, id)

  function ask({ resource, list }: Reference, ids: readonly string[]): void {
    names.want(resource, ids, async () => {
      if (list === undefined) return
      const answer = await readPlatform(
        list,
        list.startsWith('GET ') ? { query: { limit: pageSize } } : { body: { limit: pageSize } },
      )
      names.note(
        resource,
        readListing(answer.data, resource).rows.flatMap((row) => {
          const id = isObject(row) ? idOf(row, resource) : undefined
          return id === undefined ? [] : [{ id, title: titleOf(row, resource) }]
        }),
      )
    })
  }

  return { nameOf, ask }
}
