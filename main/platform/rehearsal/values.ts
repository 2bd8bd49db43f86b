import { isObject, type Json, type JsonObject } from '#contract/json.ts'

const credentialNames = new Set([
  'apikey',
  'apisecret',
  'authtoken',
  'streamkey',
  'password',
  'newpassword',
  'oldpassword',
  'currentpassword',
  'confirmpassword',
  'clientsecret',
  'secret',
])

/** An integer or its decimal text. */
export function integerOf(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

export function numberOf(value: Json | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

/** A scalar as text, since a query holds only text. */
export function scalarText(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

export function counted(counters: Json | undefined, name: string): JsonObject {
  const before = objectOf(counters)
  const count = Object.hasOwn(before, name) ? numberOf(before[name]) : 0
  return { ...before, [name]: count + 1 }
}

/** The platform takes credentials and never gives them back. */
export function withoutCredentials(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutCredentials)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !credentialNames.has(name.toLowerCase()))
      .map(([name, inner]) => [name, withoutCredentials(inner)]),
  )
}

export function hash(value: string): number {
  let sum = 2_166_136_261
  for (const char of value) sum = Math.imul(sum ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return sum >>> 0
}
