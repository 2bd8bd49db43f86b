import { randomUUID } from 'node:crypto'

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeLength = 10
const countLength = 3
const randomLength = 13

/** Makes ids that sort by their creation: 10 characters of time, 3 of a count within the millisecond, 13 random. Starting from the newest id keeps the order when the clock was set back. */
export function createIds(now: () => number, last: string | undefined): () => string {
  let time = last === undefined ? 0 : number(last.slice(0, timeLength))
  let count = last === undefined ? 0 : number(last.slice(timeLength, timeLength + countLength)) + 1
  return () => {
    const current = now()
    if (current > time) {
      time = current
      count = 0
    } else if (count >= 32 ** countLength) {
      time += 1
      count = 0
    }
    const made = text(time, timeLength) + text(count, countLength) + random(randomLength)
    count += 1
    return made
  }
}

/** A client reference, made of chance alone. */
export const createReference = (): string => `sd_${randomUUID().replaceAll('-', '')}`

// UUIDs come from a pool, which is quicker than random bytes for every write.
const random = (length: number): string => randomUUID().replaceAll('-', '').slice(-length).toUpperCase()

function text(value: number, length: number): string {
  let out = ''
  for (let rest = value; out.length < length; rest = Math.floor(rest / 32)) out = digits.charAt(rest % 32) + out
  return out
}

function number(value: string): number {
  let out = 0
  for (const digit of value) out = out * 32 + Math.max(0, digits.indexOf(digit))
  return out
}
