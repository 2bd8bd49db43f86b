// What features do with known secrets before they write: a text is saved without the secret and its field is named; an
// identifier or an address is refused. The storage refuses what was forgotten here.
import { createHmac, randomBytes } from 'node:crypto'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'
import { isSecretReference } from '#contract/operation.ts'
import { mostLevels, tooDeep } from '../json/depth.ts'
import type { Keychain } from '../ports.ts'
import { isSecretName, type ValueRedactor } from './redact.ts'

/** Digests of ordinary texts; their key is in the keychain. */
const setting = 'ordinary-texts'
const account = 'desk/ordinary-texts'

export interface AtRest {
  /** A copy with masks for known secrets, and the dotted places of their fields; the same value where there is none. */
  leaveOut<T>(value: T, place?: string): { value: T; leftOut: string[] }
  /** Throws DeskError `invalid_input` naming the first field that holds a known secret. */
  refuse(value: unknown, place?: string): void
  /** The known values in these texts are ordinary from now on. */
  keepAsText(texts: readonly string[]): Promise<void>
  /** False where the keychain is out of reach. */
  open(): Promise<boolean>
}

interface AtRestParts {
  redactor: ValueRedactor
  keychain: Keychain
  settings: { read(name: string): unknown; write(name: string, value: Json): void }
}

export function createAtRest({ redactor, keychain, settings }: AtRestParts): AtRest {
  let key: Buffer | undefined
  const kept = () => new Set((settings.read(setting) ?? []) as string[])
  const digest = (value: string) =>
    createHmac('sha256', key ?? '')
      .update(value)
      .digest('base64url')

  function apply(): void {
    const digests = kept()
    redactor.declare((value) => key !== undefined && digests.size > 0 && digests.has(digest(value)))
  }

  /** `byValue` masks by value alone; names count for nothing then. */
  function walk(
    value: unknown,
    place: string,
    name: string,
    secret: boolean,
    depth: number,
    found: string[],
    byValue?: (text: string) => string,
  ): unknown {
    const show = byValue ?? redactor.written
    if (typeof value === 'string') {
      const shown = secret && value !== '' ? mask : show(value, name)
      if (shown !== value) found.push(place)
      return shown
    }
    if (typeof value === 'number') {
      if (!secret && show(String(value), name) === String(value)) return value
      found.push(place)
      return mask
    }
    if (typeof value !== 'object' || value === null || isSecretReference(value)) return value
    if (depth > mostLevels) throw tooDeep(place)
    const before = found.length
    const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
      const inside = place === '' ? key : `${place}.${key}`
      const hides = Array.isArray(value)
        ? secret
        : byValue === undefined && isSecretName(key, name) && (typeof item !== 'object' || Array.isArray(item))
      const after = walk(item, inside, Array.isArray(value) ? name : key, hides, depth + 1, found, byValue)
      const shownKey = Array.isArray(value) ? key : show(key, 'id')
      if (shownKey !== key) found.push(place === '' ? shownKey : `${place}.${shownKey}`)
      return [shownKey, after]
    })
    if (found.length === before) return value
    return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
  }

  function leaveOut<T>(value: T, place = ''): { value: T; leftOut: string[] } {
    const found: string[] = []
    const clean = walk(value, place, place, false, 0, found) as T
    // A place may itself repeat the secret, where a name held it.
    return { value: clean, leftOut: [...new Set(found.map((one) => redactor.text(one)))] }
  }

  return {
    leaveOut,

    refuse(value, place = '') {
      const found: string[] = []
      walk(value, place, place, false, 0, found, (text) => redactor.restedText(text))
      const [first] = found.map((one) => redactor.text(one))
      if (first === undefined) return
      throw new DeskError('invalid_input', `A secret that the keychain keeps is in ${first}.`, {
        facts: { reason: 'secret_in_text', field: first },
        fields: [{ path: first, message: 'Holds a secret', reason: 'holds_secret' }],
      })
    },

    async keepAsText(texts) {
      const values = [...new Set(texts.flatMap((text) => redactor.valuesIn(text)))]
      if (values.length === 0) return
      if (!(await this.open()) || key === undefined) {
        const fresh = randomBytes(32)
        const { outcome } = await keychain.set(account, fresh.toString('base64'))
        if (outcome !== 'found')
          throw new DeskError('keychain_unavailable', "The keychain can't be used to keep this as text.", {
            facts: { reason: 'keychain_failed' },
            retryable: true,
          })
        key = fresh
      }
      settings.write(setting, [...new Set([...kept(), ...values.map(digest)])])
      apply()
    },

    async open() {
      if (key !== undefined) return true
      // Without digests there is nothing to read them with.
      if (kept().size === 0) return true
      const result = await keychain.get(account)
      if (result.outcome === 'found') {
        key = Buffer.from(result.value, 'base64')
        apply()
      }
      return result.outcome === 'found' || result.outcome === 'absent'
    },
  }
}
