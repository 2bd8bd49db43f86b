// Masks secrets by field name, and by value wherever a known one turns up.
import type { Json } from '#contract/json.ts'
import { createListeners } from '#contract/listeners.ts'
import { mask } from '#contract/mask.ts'
import { common, createHidden, identifier, type Hidden } from './repeated.ts'
import { createSearch, maskedBy, type Search } from './search.ts'
import { isSecretName } from './secret-names.ts'
import type { Redactor } from './types.ts'
import { shortestField, shortestValue } from './value-forms.ts'

export { isSecretName } from './secret-names.ts'

/** What nests deeper is masked as one, so that no walk runs out of stack. */
const deepest = 1_000
const mostFields = 4_096
/** Forgotten values stay masked: an answer on its way may repeat them. */
const mostForgotten = 500

export interface ValueRedactor extends Redactor {
  holds: (text: string) => boolean
  /** For names; plain words pass, since a secret such as `status` must not unname every answer. */
  holdsInName: (name: string) => boolean
  /** What is masked by value now, and a number that changes with it. */
  values: () => string[]
  version: () => number
  /**
   * As `text`, but ordinary text stays. A short secret counts only as a complete `field`, and never as an identifier.
   */
  written: (text: string, field?: string) => string
  /** What the storage asks: ordinary text and short common words pass. */
  holdsAtRest: (text: string) => boolean
  /** A copy for a file; the same value where nothing was masked. */
  rested: (value: Json, named: boolean) => Json
  restedText: (value: string) => string
  valuesIn: (text: string) => string[]
  declare: (isOrdinary: (value: string) => boolean) => void
  onLearn: (listener: (value: string) => void) => void
}

interface MaskRules {
  text: (value: string, key: string) => string
  name: (key: string) => string
  plain?: ReadonlySet<string>
  byValueOnly?: boolean
  hidden?: Pick<Hidden, 'add'>
}

const plainWord = /^[A-Za-z]{1,11}$/

export function createRedactor(): ValueRedactor {
  /** Values are forgotten as often as they were learned. */
  const taught = new Map<string, number>()
  const forgotten = new Set<string>()
  const short = new Set<string>()
  const fields = new Map<string, { name: string; secret: boolean }>()
  const listeners = createListeners<[string]>()
  let digits = false
  let version = 0
  let isOrdinary: (value: string) => boolean = () => false
  let everything: Search | undefined
  let writing: Search | undefined
  let door: Search | undefined

  const values = () => [...taught.keys(), ...forgotten]
  const inDoor = (value: string) => !common.test(value) && !isOrdinary(value)
  const current = () => (everything ??= createSearch(values()))
  const ofWriting = () => (writing ??= createSearch(values().filter((value) => !isOrdinary(value))))
  const ofDoor = () => (door ??= createSearch(values().filter(inDoor)))

  function anew(): void {
    version += 1
    everything = writing = door = undefined
    short.clear()
    for (const value of values()) note(value)
    fields.clear()
  }
  function note(value: string): void {
    digits ||= /^[\d.+e-]+$/i.test(value)
    if (value.length >= shortestField && value.length < shortestValue) short.add(value)
  }

  const isShort = (text: string, name: string | undefined) =>
    short.size > 0 && text.length < 2 * shortestValue && short.has(text.trim()) && !identifier.test(name ?? '')

  const text = (value: string, name?: string): string => (isShort(value, name) ? mask : maskedBy(current(), value))
  const shown: MaskRules = { text, name: (key) => field(key).name }
  const rested: MaskRules = { text: (value) => maskedBy(ofDoor(), value), name: (key) => maskedBy(ofDoor(), key) }

  /** Cached, since names repeat with every record. */
  function field(key: string): { name: string; secret: boolean } {
    const known = fields.get(key)
    if (known !== undefined) return known
    if (fields.size >= mostFields) fields.clear()
    const answer = { name: plainWord.test(key) ? key : maskedBy(current(), key), secret: isSecretName(key) }
    fields.set(key, answer)
    return answer
  }

  function walk(value: Json, secret: boolean, depth: number, key: string, rules: MaskRules): Json {
    if (typeof value === 'string') {
      if (!secret || value === '') return rules.text(value, key)
      if (value !== mask) rules.hidden?.add(value)
      return mask
    }
    if (typeof value === 'number')
      return secret || (digits && rules.text(String(value), key) !== String(value)) ? mask : value
    if (value === null || typeof value !== 'object') return value
    if (depth > deepest) return mask
    if (Array.isArray(value)) {
      let copy: Json[] | undefined
      for (let at = 0; at < value.length; at += 1) {
        const item = value[at] ?? null
        const after = walk(item, secret, depth + 1, key, rules)
        if (after !== item) (copy ??= value.slice())[at] = after
      }
      return copy ?? value
    }
    let changed: Map<string, [string, Json]> | undefined
    for (const name in value) {
      const item = value[name] ?? null
      const shownName = rules.name(name)
      const named = field(name).secret || (name === 'number' && isSecretName(name, key))
      const hidden =
        named &&
        rules.byValueOnly !== true &&
        rules.plain?.has(name) !== true &&
        (typeof item !== 'object' || Array.isArray(item))
      const after = walk(item, hidden, depth + 1, name, rules)
      if (after !== item || shownName !== name) (changed ??= new Map()).set(name, [shownName, after])
    }
    if (changed === undefined) return value
    const changes = changed
    return Object.fromEntries(Object.entries(value).map(([name, item]) => changes.get(name) ?? [name, item]))
  }

  function find(value: Json, path: string, name: string, depth: number, found: string[]): void {
    if (typeof value === 'string') {
      if (isShort(value, name) || current().holds(value)) found.push(path)
    } else if (value !== null && typeof value === 'object' && depth <= deepest) {
      for (const [key, item] of Object.entries(value))
        find(item, path === '' ? key : `${path}.${key}`, Array.isArray(value) ? name : key, depth + 1, found)
    }
  }

  return {
    learn(value) {
      if (value === mask) return
      const times = taught.get(value) ?? 0
      taught.set(value, times + 1)
      if (times > 0 || forgotten.delete(value)) return
      version += 1
      everything?.add(value)
      if (!isOrdinary(value)) writing?.add(value)
      if (inDoor(value)) door?.add(value)
      note(value)
      fields.clear()
      listeners.emit(value)
    },
    forget(value) {
      if (value === mask) return
      const times = taught.get(value) ?? 0
      if (times > 1) return void taught.set(value, times - 1)
      if (!taught.delete(value)) return
      forgotten.add(value)
      if (forgotten.size < 2 * mostForgotten) return
      // Rebuilds everything, so it is rare.
      for (const oldest of [...forgotten].slice(0, mostForgotten)) forgotten.delete(oldest)
      anew()
    },
    json(value, plain) {
      const hidden = createHidden()
      const once = walk(value, false, 0, '', { ...shown, hidden, ...(plain && { plain }) })
      if (hidden.size === 0) return once
      return walk(once, false, 0, '', { text: hidden.masker(), name: (key) => key, byValueOnly: true })
    },
    rested: (value, named) => walk(value, false, 0, '', named ? rested : { ...rested, byValueOnly: true }),
    restedText: (value) => rested.text(value, ''),
    text: (value) => text(value),
    values,
    version: () => version,
    holds: (value) => current().holds(value),
    holdsInName: (name) => !plainWord.test(name) && current().holds(name),
    written: (value, name) => (isShort(value, name) && !isOrdinary(value.trim()) ? mask : maskedBy(ofWriting(), value)),
    holdsAtRest: (value) => ofDoor().holds(value),
    valuesIn: (value) =>
      values().filter((one) => (one.length < shortestValue ? one === value.trim() : createSearch([one]).holds(value))),
    declare(next) {
      isOrdinary = next
      writing = door = undefined
    },
    onLearn: listeners.add,
    find(value) {
      const found: string[] = []
      find(value, '', '', 0, found)
      return found
    },
  }
}
