import { cutText } from '#contract/cut-text.ts'
import type { JsonObject } from '#contract/json.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useNames } from '#kit/stores/names.ts'
import { useSeen } from '#kit/stores/seen.ts'
import type { Reader } from './useReader.ts'

const most = 100
const longest = 512

/** Remembers the records that a screen shows, so that they are found again by their identifiers and named elsewhere. */
export function useRecordSeen(
  resource: () => string,
  reader: Reader,
): (rows: readonly JsonObject[], id?: string) => void {
  const seen = useSeen()
  const names = useNames()
  const environments = useEnvironments()
  let last = ''
  return (rows, id) => {
    const shown = rows.slice(0, most)
    const [idOf, titleOf] = [reader.idsOf(shown), reader.textsOf(shown, 'title')]
    const records = shown
      .flatMap((row) => {
        const own = id ?? idOf(row)
        const title = cutText(titleOf(row) ?? '', longest) || undefined
        return own === undefined || own.length > longest
          ? []
          : [{ id: own, ...(title === undefined || title === own ? {} : { title }) }]
      })
      // The desk keeps the newest last, and the first of a list is wanted first again.
      .reverse()
    const said = JSON.stringify([environments.selected?.id, resource(), records])
    if (records.length === 0 || resource() === '' || said === last) return
    last = said
    names.note(resource(), records)
    void seen.note(resource(), records)
  }
}
