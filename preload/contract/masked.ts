// Where a mask stands in what is to be sent or filled into a form. Main refuses such requests, screens leave such fields out.
import type { Json, JsonObject } from './json.ts'
import { formerMask, mask } from './mask.ts'
import { isSecretName } from './secret-names.ts'

/** The mask as it is, and in the spellings of addresses and of JSON within a text. */
const written = new RegExp(
  [
    mask,
    encodeURIComponent(mask),
    mask.replaceAll(/[^a-z]/g, (sign) => `\\\\+u${sign.charCodeAt(0).toString(16)}`),
  ].join('|'),
  'i',
)

const addressName = /(?:url|uri|server|host|hostname|endpoint|webhook)$/
/** A text that is an address up to its first space, with the former mask in it. */
const maskedAddress = new RegExp(`^\\s*[a-z][a-z0-9+.-]*://\\S*${formerMask.replaceAll('*', '\\*')}`, 'i')

const isAddressName = (name: string): boolean => addressName.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))

/** Whether the mask stands in a text, in any spelling. */
export const holdsMask = (text: string): boolean => written.test(text)

/** Whether a text under this name is, or holds, a mask: the present one anywhere, the former one in a credential or an address. */
export function isMaskedText(text: string, name: string, isCredential = isSecretName(name)): boolean {
  if (holdsMask(text)) return true
  return text.includes(formerMask) && (isCredential || isAddressName(name) || maskedAddress.test(text))
}

export interface MaskSearch {
  /** Dotted places that hold credentials beside those whose names say so. */
  secretPlaces?: readonly string[]
  /** A text that is the former mask and nothing else counts anywhere: an answer holds it, a person hardly types it. */
  whole?: boolean
}

/** Dotted places at which a mask stands in a value, the names of objects included. */
export function maskedPlaces(value: Json | undefined, { secretPlaces = [], whole = false }: MaskSearch = {}): string[] {
  const found: string[] = []
  const open: Array<{ value: Json; place: string; name: string }> = [{ value: value ?? null, place: '', name: '' }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: inner, place, name } = next
    if (typeof inner === 'string') {
      const isCredential = isSecretName(name) || secretPlaces.includes(place)
      if (isMaskedText(inner, name, isCredential) || (whole && inner.trim() === formerMask)) found.push(place)
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

/** Whether a field of an answer is masked, wholly or in a part: then a form must not start with it. */
export const isMaskedField = (name: string, value: Json | undefined): boolean =>
  maskedPlaces({ [name]: value ?? null }, { whole: true }).length > 0

/** A record of an answer without its masked fields: a form that started with one would send the mask in the place of the secret. */
export function withoutMasked(record: JsonObject): JsonObject {
  const kept = Object.entries(record).filter(([name, value]) => !isMaskedField(name, value))
  return kept.length === Object.keys(record).length ? record : Object.fromEntries(kept)
}
