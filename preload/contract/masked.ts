// Finds masks: main refuses to send them, screens leave such fields out.
import type { Json, JsonObject } from './json.ts'
import { formerMask, mask } from './mask.ts'
import { isSecretName } from './secret-names.ts'

/** Also as addresses and JSON within a text spell it. */
const written = new RegExp(
  [
    mask,
    encodeURIComponent(mask),
    mask.replaceAll(/[^a-z]/g, (sign) => `\\\\+u${sign.charCodeAt(0).toString(16)}`),
  ].join('|'),
  'i',
)

const addressName = /(?:url|uri|server|host|hostname|endpoint|webhook)$/
/** An address with the former mask. */
const maskedAddress = new RegExp(`^\\s*[a-z][a-z0-9+.-]*://\\S*${formerMask.replaceAll('*', '\\*')}`, 'i')

const isAddressName = (name: string): boolean => addressName.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))

export const holdsMask = (text: string): boolean => written.test(text)

/** The present mask counts anywhere, the former one in a credential or an address. */
export function isMaskedText(text: string, name: string, isCredential = isSecretName(name)): boolean {
  if (holdsMask(text)) return true
  return text.includes(formerMask) && (isCredential || isAddressName(name) || maskedAddress.test(text))
}

export interface MaskSearch {
  /** Credentials beside those whose names say so. */
  secretPlaces?: readonly string[]
  /** A text that is only the former mask counts too. */
  whole?: boolean
  /** The former mask counts wherever it stands. */
  anywhere?: boolean
}

/** Dotted places, names of objects included. */
export function maskedPlaces(
  value: Json | undefined,
  { secretPlaces = [], whole = false, anywhere = false }: MaskSearch = {},
): string[] {
  const found: string[] = []
  const open: Array<{ value: Json; place: string; name: string }> = [{ value: value ?? null, place: '', name: '' }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: inner, place, name } = next
    if (typeof inner === 'string') {
      const isCredential = isSecretName(name) || secretPlaces.includes(place)
      if (
        isMaskedText(inner, name, isCredential) ||
        (whole && inner.trim() === formerMask) ||
        (anywhere && inner.includes(formerMask))
      )
        found.push(place)
      continue
    }
    if (typeof inner !== 'object' || inner === null) continue
    const isList = Array.isArray(inner)
    for (const [key, part] of Object.entries(inner).reverse()) {
      const at = place === '' ? key : `${place}.${key}`
      if (!isList && holdsMask(key)) found.push(at)
      open.push({ value: part, place: at, name: isList ? name : key })
    }
  }
  return found
}

/** Completely or in part: a form must not start with it. */
export const isMaskedField = (name: string, value: Json | undefined): boolean =>
  maskedPlaces({ [name]: value ?? null }, { whole: true }).length > 0

/** A form that started with a mask would send it. */
export function withoutMasked(record: JsonObject): JsonObject {
  const kept = Object.entries(record).filter(([name, value]) => !isMaskedField(name, value))
  return kept.length === Object.keys(record).length ? record : Object.fromEntries(kept)
}
