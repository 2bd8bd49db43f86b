// The resource that a field's name means: `chargeId` and `charge.id` are of payment/charge.
import { plain } from '#answers/roles.ts'

const bare = ['id', 'ids', 'uuid', 'identifier', 'resourceid', 'recordid']
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

/** What a field is the identifier of: `customer` of `customer.id`, `''` for the record itself. */
export function nounOf(fieldPath: string): string | undefined {
  const names = fieldPath.split('.').filter((name) => name !== '' && !/^\d+$/.test(name))
  const last = names.at(-1) ?? ''
  if (bare.includes(plain(last))) {
    const holder = names.at(-2)
    return holder === undefined || holders.includes(plain(holder)) ? '' : singular(holder)
  }
  return ending.test(last) ? last.replace(ending, '') : undefined
}

/** Cheap enough for every row that is drawn. */
export function isIdentifierName(name: string): boolean {
  return name.length < 80 && (ending.test(name) || bare.includes(plain(name)))
}

/** `charge` of `payment/charge`, `event` of `events/general`. */
export const leafOf = once((resource: string): string => {
  const words = resource.split('/')
  const leaf = words.at(-1) ?? ''
  return singular(leaf === 'general' ? (words[0] ?? '') : leaf)
})

/** Whether a noun means a resource's records: also the last word of its name (`planId` of subscriptionPlan). */
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
