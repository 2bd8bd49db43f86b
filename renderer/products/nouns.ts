// Which resource a field's name speaks of: `chargeId` and `charge.id` of payment/charge, `categoryId` in Livestream of video/category.
import { plain } from '#answers/roles.ts'

/** Names that say "the identifier of this" and nothing else. */
const bare = ['id', 'ids', 'uuid', 'identifier', 'resourceid', 'recordid']
/** Objects and lists that hold a record and don't name it. */
const holders = [
  'data',
  'result',
  'results',
  'record',
  'records',
  'item',
  'items',
  'list',
  'rows',
  'entries',
  'response',
  'payload',
  'resource',
  'object',
  'value',
]
const ending = /(?:Ids?|IDs?|_ids?|Uuid|_uuid)$/

/** What a field is the identifier of: a noun, `''` for the record itself; undefined where the name is no identifier's. `customer.id` at the end of a path is a customer's. */
export function nounOf(fieldPath: string): string | undefined {
  const names = fieldPath.split('.').filter((name) => name !== '' && !/^\d+$/.test(name))
  const last = names.at(-1) ?? ''
  if (bare.includes(plain(last))) {
    const holder = names.at(-2)
    return holder === undefined || holders.includes(plain(holder)) ? '' : singular(holder)
  }
  return ending.test(last) ? last.replace(ending, '') : undefined
}

/** Whether a name is one of an identifier at all; cheap enough for every row that is drawn. */
export function isIdentifierName(name: string): boolean {
  return name.length < 80 && (ending.test(name) || bare.includes(plain(name)))
}

/** The last folder that names records: `payment/charge` is about a charge, `events/general` about an event. */
export const leafOf = once((resource: string): string => {
  const words = resource.split('/')
  const leaf = words.at(-1) ?? ''
  return singular(leaf === 'general' ? (words[0] ?? '') : leaf)
})

/** Whether a resource's records go by a noun: by its name, its first folder and name, or the last word of its name (`planId` of subscriptionPlan). */
export function goesBy(resource: string, noun: string): boolean {
  return namesOf(resource).includes(plain(noun))
}
const namesOf = once((resource: string): string[] => {
  const leaf = leafOf(resource)
  const [first = ''] = resource.split('/')
  return [leaf, `${singular(first)}${leaf}`, wordsOf(leaf).at(-1) ?? ''].map(plain)
})

/** A noun and what it ends in: `parentSubCategory`, `SubCategory`, `Category`. */
export function wordings(noun: string): string[] {
  const words = wordsOf(noun)
  return words.map((_, from) => words.slice(from).join(''))
}

/** The catalog's few dozen resources are asked about with every field. */
function once<T>(find: (resource: string) => T): (resource: string) => T {
  const known = new Map<string, T>()
  return (resource) => {
    const found = known.get(resource) ?? find(resource)
    known.set(resource, found)
    return found
  }
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
}
function singular(word: string): string {
  return /(?:ss|tics|status)$/i.test(word) ? word : word.replace(/ies$/, 'y').replace(/s$/, '')
}
