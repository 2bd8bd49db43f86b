// A request for a terminal or a script. Secrets are variables set to placeholders, so that what is pasted as it is sends nothing else.
import type { RequestPreview } from '#contract/models.ts'
import { isSecretName } from '#contract/secret-names.ts'

type Shown = Omit<RequestPreview, 'suspicious'>

const inHeader = /<([A-Z][A-Z0-9_]*)>/g
/** A value, never a name. */
const inBody = /"<([A-Z][A-Z0-9_]*)>"(?!\s*:)/g
const ofHeaders: ReadonlySet<string> = new Set([
  'API_KEY',
  'SESSION_TOKEN',
  'ACCOUNT_ID',
  'SESSION_ID',
  'CLIENT_REFERENCE',
])
/** Never PATH and the like: only names that a credential may have. */
const isVariable = (name: string): boolean => ofHeaders.has(name) || isSecretName(name)

type Piece = { text: string } | { variable: string }

/** A text cut at its placeholders; `around` is on both sides of one and belongs to the text. */
function cut(text: string, pattern: RegExp, around: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: whole, 1: name = '', index } of text.matchAll(pattern)) {
    if (!isVariable(name)) continue
    pieces.push({ text: text.slice(from, index) + around }, { variable: name })
    from = index + whole.length - around.length
  }
  return [...pieces, { text: text.slice(from) }]
}

const variablesOf = (pieces: readonly Piece[]): string[] => [
  ...new Set(pieces.flatMap((piece) => ('variable' in piece ? [piece.variable] : []))),
]

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
const shellWord = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => ('variable' in piece ? `"$${piece.variable}"` : piece.text === '' ? '' : quoted(piece.text)))
    .join('') || "''"

/** For a POSIX shell: nothing expanded, nothing read from a file, no globs in the address. */
export function toCurl({ method, url, headers, body }: Shown): string {
  const parts = headers.map(([name, value]) => cut(`${name}: ${value}`, inHeader, ''))
  const data = body === undefined ? undefined : cut(body, inBody, '"')
  const lines = [
    `curl --globoff --request ${method} ${quoted(url)}`,
    ...(headers.some(([name]) => name.toLowerCase() === 'accept-encoding') ? ['--compressed'] : []),
    ...parts.map((pieces) => `--header ${shellWord(pieces)}`),
    ...(data === undefined ? [] : [`--data-raw ${shellWord(data)}`]),
  ]
  const set = variablesOf([...parts.flat(), ...(data ?? [])]).map((name) => `${name}='<${name}>'`)
  return [...set, lines.join(' \\\n  ')].join('\n')
}

const literal = (text: string): string => JSON.stringify(text)
const expression = (pieces: readonly Piece[]): string =>
  pieces
    .flatMap((piece) => ('variable' in piece ? [piece.variable] : piece.text === '' ? [] : [literal(piece.text)]))
    .join(' + ') || '""'

/** Redirects are not followed: they would carry the credential along. */
export function toFetch({ method, url, headers, body }: Shown): string {
  const parts = headers.map(([name, value]): [string, Piece[]] => [name, cut(value, inHeader, '')])
  const data = body === undefined ? undefined : cut(body, inBody, '"')
  const set = variablesOf([...parts.flatMap(([, pieces]) => pieces), ...(data ?? [])]).map(
    (name) => `const ${name} = ${literal(`<${name}>`)}`,
  )
  return [
    ...set,
    `const response = await fetch(${literal(url)}, {`,
    `  method: ${literal(method)},`,
    `  redirect: "manual",`,
    `  headers: {`,
    ...parts.map(([name, pieces]) => `    ${literal(name)}: ${expression(pieces)},`),
    `  },`,
    ...(body === undefined ? [] : [`  body: ${bodyExpression(body)},`]),
    `})`,
  ].join('\n')
}

/** An object literal; the text itself where the literal would mean something else. */
function bodyExpression(body: string): string {
  if (body.includes('__proto__') || body.includes('\\u')) return expression(cut(body, inBody, '"'))
  const shown = JSON.stringify(JSON.parse(body), null, 2).replaceAll('\n', '\n  ')
  return `JSON.stringify(${shown.replace(inBody, (whole, name: string) => (isVariable(name) ? name : whole))})`
}
