import type { AnswerBody } from '#contract/requests.ts'

export type Claim = 'json' | 'html' | 'text' | 'binary'

export function claimOf(type: string | undefined): Claim | undefined {
  const plain = type?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (plain === '') return undefined
  if (/[/+]json$/.test(plain)) return 'json'
  if (plain === 'text/html' || plain === 'application/xhtml+xml') return 'html'
  return /^text\/|[/+]xml$|\/(?:javascript|x-ndjson|x-www-form-urlencoded|yaml|x-yaml)$/.test(plain) ? 'text' : 'binary'
}

export function whatItSays(type: string | undefined): string {
  return `It says that it is ${type?.split(';', 1)[0]?.trim() ?? 'nothing'}`
}

/** Of PDF, PNG, JPEG, GIF, Zip, gzip and Zstandard. */
const signatures = ['%PDF-', '\x89PNG', '\xff\xd8\xff', 'GIF8', 'PK\x03\x04', '\x1f\x8b', '\x28\xb5\x2f\xfd']

/** Broken text stays text where it claims or begins to be. `valid`: it is UTF-8. */
export function looksBinary(bytes: Buffer, claim: Claim | undefined, valid: boolean): boolean {
  const start = bytes.toString('latin1', 0, 64)
  if (signatures.some((signature) => start.startsWith(signature))) return true
  const hasNul = bytes.includes(0)
  if ((valid && !hasNul) || /^\s*[[{<"]/.test(start)) return false
  return claim === 'text' || claim === 'html' ? hasNul : true
}

export function startsLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text.slice(0, 4_096))
}

export function looksLikeHtml(text: string, claim: Claim | undefined): boolean {
  const start = text.slice(0, 4_096).trimStart().toLowerCase()
  if (claim === 'html') return start.startsWith('<')
  return /^(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|script|iframe|title|meta|div|p|h1|table|center|img)\b/.test(
    start,
  )
}

/** Receipts, pictures and exports; not a page or broken JSON in their place. */
export function isDocument({ kind, type }: Pick<AnswerBody, 'kind' | 'type'>): boolean {
  const claim = claimOf(type)
  if (kind === 'binary') return claim !== 'json' && claim !== 'html'
  return kind === 'text' && (claim === 'text' || claim === 'binary')
}
