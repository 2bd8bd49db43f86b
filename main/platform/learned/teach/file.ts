import { readFileSync, statSync } from 'node:fs'
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'
import { isObject } from '#contract/json.ts'
import { readJson } from '../../../core/json/scan.ts'
import { teachLimits } from './limits.ts'
import { refused } from './refusal.ts'

export type UnknownRecord = Readonly<Record<string, unknown>>
export type TeachFile =
  | { kind: 'openapi'; version: string; document: UnknownRecord }
  | { kind: 'har'; version: string; entries: readonly unknown[] }

/** Own properties only: a file may name any. */
export const own = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

export const listOf = (value: unknown, most: number): unknown[] =>
  Array.isArray(value) ? (value as unknown[]).slice(0, most) : []

export const recordOf = (value: unknown): UnknownRecord => (isObject(value) ? value : {})

/** Throws DeskError `too_large` or `invalid_input` with the place; no message quotes the file. */
export function readTeachFile(path: string): TeachFile {
  const { size } = statSync(path)
  if (size > teachLimits.jsonBytes) throw tooLarge(size, teachLimits.jsonBytes)
  const text = decode(readFileSync(path))
  const document = /^\s*[[{]/.test(text) ? parseJson(text) : parseYaml(text, size)
  const entries = own(own(document, 'log'), 'entries')
  if (Array.isArray(entries)) return { kind: 'har', version: versionOf(own(own(document, 'log'), 'version')), entries }
  // YAML reads an unquoted `3.1` as a number, and `3.0` as 3.
  const said = own(document, 'openapi')
  const version = typeof said === 'number' ? said.toFixed(1) : said
  if (typeof version === 'string' && /^3\.\d/.test(version) && isObject(document))
    return { kind: 'openapi', version: versionOf(version), document }
  throw own(document, 'swagger') === undefined
    ? refused('file_not_understood', 'start', 'This is neither an OpenAPI 3 description nor a HAR file.')
    : refused('file_too_old', 'start', 'This is a description of version 2 (Swagger).')
}

const versionOf = (value: unknown): string =>
  typeof value === 'string' ? (/^\d{1,2}(?:\.\d{1,2}){0,2}/.exec(value)?.[0] ?? '') : ''

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused('file_not_readable', 'start', 'This file is not text in UTF-8.')
  }
}

function parseJson(text: string): unknown {
  const read = readJson(text)
  if ('json' in read) return read.json
  const { line } = read.fault
  throw refused('file_not_readable', `line ${line}`, `This file is not valid JSON (line ${line}).`)
}

function parseYaml(text: string, size: number): unknown {
  if (size > teachLimits.yamlBytes) throw tooLarge(size, teachLimits.yamlBytes)
  try {
    return load(text, { schema: CORE_SCHEMA })
  } catch (error) {
    const mark = error instanceof YAMLException ? (error.mark as { line: number } | undefined) : undefined
    const line = mark === undefined ? 1 : mark.line + 1
    throw refused('file_not_readable', `line ${line}`, `This file is not valid YAML (line ${line}).`)
  }
}

function tooLarge(bytes: number, most: number) {
  return refused('file_too_large', 'start', `This file is larger than ${most / 1024 / 1024} MiB.`, { bytes, most })
}
