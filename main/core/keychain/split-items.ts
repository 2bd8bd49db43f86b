// One value over several items, since an item may be short (Windows: 1,280 characters). The head item names the set of
// parts and a digest; it is written last and the sets alternate, so a crash leaves the old value or the new one.
import { createHash } from 'node:crypto'
import type { KeychainDriver } from './driver.ts'

export type Items = Pick<KeychainDriver, 'get' | 'set' | 'remove'>

/** In UTF-8 bytes. */
export const maxValueBytes = 65_536
const maxItemBytes = 2_560
const maxItemUnits = 1_200

const mark = 'showdesk-parts '
type PartSet = 'a' | 'b'
interface Head {
  set: PartSet
  count: number
  digest: string
}

/** The parts are missing or another value's. */
export class BrokenValueError extends Error {}

const digestOf = (value: string) => createHash('sha256').update(value).digest('hex')
const partName = (account: string, set: PartSet, place: number) => `${account}#${set}${place}`

function parseHead(item: string | null): Head | undefined {
  const [, set, count, digest] = /^showdesk-parts 1 ([ab]) (\d{1,3}) ([0-9a-f]{64})$/.exec(item ?? '') ?? []
  if ((set !== 'a' && set !== 'b') || digest === undefined) return undefined
  return { set, count: Number(count), digest }
}

/** Cuts between code points. */
export function splitValue(value: string): string[] {
  const parts: string[] = []
  let start = 0
  let bytes = 0
  let at = 0
  for (const point of value) {
    const size = Buffer.byteLength(point)
    if (bytes + size > maxItemBytes || at + point.length - start > maxItemUnits) {
      parts.push(value.slice(start, at))
      start = at
      bytes = 0
    }
    bytes += size
    at += point.length
  }
  if (start < value.length) parts.push(value.slice(start))
  return parts
}

/** Last first, so that a crash leaves the front. */
async function sweep(items: Items, account: string, set: PartSet, from: number): Promise<void> {
  let end = from
  while ((await items.get(partName(account, set, end))) !== null) end += 1
  for (let place = end - 1; place >= from; place -= 1) await items.remove(partName(account, set, place))
}

export async function readValue(items: Items, account: string): Promise<string | null> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const item = await items.get(account)
    if (item?.startsWith(mark) !== true) return item
    const head = parseHead(item)
    if (head === undefined) break
    let value = ''
    for (let place = 1; place <= head.count; place += 1)
      value += (await items.get(partName(account, head.set, place))) ?? ''
    if (digestOf(value) === head.digest) return value
  }
  throw new BrokenValueError('The parts of this value are not together')
}

export async function writeValue(items: Items, account: string, value: string): Promise<void> {
  const parts = splitValue(value)
  if (parts.length === 1 && !value.startsWith(mark)) {
    await items.set(account, value)
    await sweep(items, account, 'a', 1)
    await sweep(items, account, 'b', 1)
    return
  }
  const set: PartSet = parseHead(await items.get(account))?.set === 'a' ? 'b' : 'a'
  for (const [index, part] of parts.entries()) await items.set(partName(account, set, index + 1), part)
  await items.set(account, `${mark}1 ${set} ${parts.length} ${digestOf(value)}`)
  await sweep(items, account, set, parts.length + 1)
  await sweep(items, account, set === 'a' ? 'b' : 'a', 1)
}

/** Also removes what an interrupted call left. Answers whether there was a value. */
export async function removeValue(items: Items, account: string): Promise<boolean> {
  const removed = await items.remove(account)
  await sweep(items, account, 'a', 1)
  await sweep(items, account, 'b', 1)
  return removed
}
