// Which resource a field's name speaks of: `chargeId` and `charge.id` of payment/charge, `categoryId` in Livestream of video/category.
import type { OperationInfo } from '#contract/operation.ts'
import { plain } from '../../reading/roles.ts'

/** Names that say "the identifier of this" and nothing else. */
const bare = ['id', 'uuid', 'identifier', 'resourceid', 'recordid']
/** Objects and lists that hold a record and don't name it. */
const holders = ['data', 'result', 'results', 'record', 'records', 'item', 'items', 'list', 'rows', 'entries', 'response', 'payload', 'resource', 'object', 'value']
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
export function leafOf(resource: string): string {
  const words = resource.split('/')
  const leaf = words.at(-1) ?? ''
  return singular(leaf === 'general' ? (words[0] ?? '') : leaf)
}

/** Whether a resource's records go by a noun: by its name, its first folder and name, or the last word of its name (`planId` of subscriptionPlan). */
export function goesBy(resource: string, noun: string): boolean {
  const leaf = leafOf(resource)
  const [first = ''] = resource.split('/')
  const words = wordsOf(leaf)
  return [leaf, `${singular(first)}${leaf}`, words.at(-1) ?? ''].some((name) => plain(name) === plain(noun))
}

/** A noun and what it ends in: `parentSubCategory`, `SubCategory`, `Category`. */
export function wordings(noun: string): string[] {
  const words = wordsOf(noun)
  return words.map((_, from) => words.slice(from).join(''))
}

/** The operation's verb: the last folder of its path that is no parameter, in small letters. */
export function verbOf({ path }: Pick<OperationInfo, 'path'>): string {
  return (path.split('/').findLast((word) => word !== '' && !word.startsWith('{')) ?? '').toLowerCase()
}

const wordsOf = (name: string): string[] => name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').split(/[\s_-]+/).filter((word) => word !== '')
const singular = (word: string): string => (/(?:ss|tics|status)$/i.test(word) ? word : word.replace(/ies$/, 'y').replace(/s$/, ''))
