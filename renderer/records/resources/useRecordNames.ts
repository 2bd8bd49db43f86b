import { isObject } from '#contract/json.ts'
import { readListing, readRecord } from '#answers/answer.ts'
import { idOf, titleOf } from '#answers/roles.ts'
import { useNames } from '#kit/stores/names.ts'
import { readPlatform } from './read.ts'
import type { Reference } from './references.ts'

/** Finds the name of a record, or undefined while only its identifier is known. */
export type NameOf = (reference: Reference, id: string) => string | undefined

const pageSize = 100
/** Of records that can only be read one by one. */
const mostRead = 12

/** Names of the records that fields refer to; `ask` finds those that are missing, with one read for each kind. */
export function useRecordNames() {
  const names = useNames()
  const nameOf: NameOf = ({ resource }, id) => names.nameOf(resource, id)

  function ask({ resource, list, get }: Reference, ids: readonly string[]): void {
    names.want(resource, ids, async () => {
      if (get !== undefined)
        await Promise.all([...new Set(ids)].slice(0, mostRead).map((id) => readOne(resource, get, id)))
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

  async function readOne(
    resource: string,
    { operation, idName }: NonNullable<Reference['get']>,
    id: string,
  ): Promise<void> {
    if (names.nameOf(resource, id) !== undefined) return
    const { data } = await readPlatform(operation, { body: { [idName]: id } })
    const record = readRecord(data, resource)
    if (record !== undefined) names.note(resource, [{ id, title: titleOf(record, resource) }])
  }

  return { nameOf, ask }
}
