// Splits drafts into fields, so that two or three of them can be compared and merged.
import type { DraftContent } from '#contract/draft.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'
import { environmentIds } from '#contract/models.ts'
import { isSecretReference } from '#contract/operation.ts'
import { sameJson, secretNames } from './draft-content.ts'

/** `path` begins with the draft's own field: `['body', 'subject']`. */
export interface FieldChange {
  key: string
  path: string[]
  before: Json | undefined
  after: Json | undefined
}

/** A field in which two drafts differ, and who changed it since `base`; `both` also where that is not known. */
export interface FieldConflict {
  key: string
  path: string[]
  base: Json | undefined
  mine: Json | undefined
  theirs: Json | undefined
  by: 'mine' | 'theirs' | 'both'
}

type Leaves = Map<string, { path: string[]; value: Json }>

const sections = [
  'title',
  'operation',
  'environment',
  'tags',
  'notes',
  'path',
  'query',
  'body',
  'extra',
  'base',
] as const

function collect(leaves: Leaves, path: string[], value: Json): void {
  const deeper = isObject(value) && !isSecretReference(value) && path[0] !== 'base' && Object.keys(value).length > 0
  if (deeper) for (const [key, inner] of Object.entries(value)) collect(leaves, [...path, key], inner)
  else leaves.set(JSON.stringify(path), { path, value })
}

function leavesOf(content: DraftContent): Leaves {
  const leaves: Leaves = new Map()
  for (const section of sections) {
    const value = content[section]
    const empty =
      (section === 'path' || section === 'query' || section === 'extra') && Object.keys(content[section]).length === 0
    if (value !== undefined && !empty) collect(leaves, [section], value)
  }
  return leaves
}

export function changesOf(before: DraftContent, after: DraftContent): FieldChange[] {
  const old = leavesOf(before)
  const now = leavesOf(after)
  return keysOf(now, old).flatMap(({ key, path }) => {
    const change = { key, path, before: old.get(key)?.value, after: now.get(key)?.value }
    return sameJson(change.before, change.after) ? [] : [change]
  })
}

export function conflictsOf(base: DraftContent | undefined, mine: DraftContent, theirs: DraftContent): FieldConflict[] {
  const from = base === undefined ? undefined : leavesOf(base)
  return changesOf(mine, theirs).map(({ key, path, before, after }) => {
    const was = from?.get(key)?.value
    const by = from === undefined ? 'both' : sameJson(was, after) ? 'mine' : sameJson(was, before) ? 'theirs' : 'both'
    return { key, path, base: was, mine: before, theirs: after, by }
  })
}

/** `mine` with the chosen values; undefined leaves the field out. */
export function mergedContent(mine: DraftContent, choices: ReadonlyMap<string, Json | undefined>): DraftContent {
  const leaves = leavesOf(mine)
  for (const [key, value] of choices) {
    if (value === undefined) leaves.delete(key)
    else leaves.set(key, { path: JSON.parse(key) as string[], value })
  }
  const whole = bare()
  for (const { path, value } of [...leaves.values()].sort((a, b) => a.path.length - b.path.length))
    put(whole, path, value)
  const { operation, title, path, query, body, notes, tags, extra, base } = whole
  const environment = environmentIds.find((id) => id === whole.environment)
  return {
    operation: typeof operation === 'string' ? operation : mine.operation,
    title: typeof title === 'string' ? title : '',
    path: (isObject(path) ? path : {}) as DraftContent['path'],
    query: (isObject(query) ? query : {}) as DraftContent['query'],
    body: body ?? null,
    notes: typeof notes === 'string' ? notes : '',
    tags: (Array.isArray(tags) ? tags : []) as string[],
    ...(environment === undefined ? {} : { environment }),
    extra: isObject(extra) ? extra : {},
    base: base ?? null,
  }
}

export function fieldText(path: readonly string[], value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value !== '' && secretNames.has(path.at(-1) ?? '') ? mask : value
  if (Array.isArray(value) && path[0] === 'tags') return value.map(String).join(', ')
  return JSON.stringify(value, null, 2)
}

export function isLongText(text: string): boolean {
  return text.length > 80 || text.includes('\n')
}

function keysOf(first: Leaves, second: Leaves): Array<{ key: string; path: string[] }> {
  const all = [...first, ...[...second].filter(([key]) => !first.has(key))].map(([key, { path }]) => ({ key, path }))
  const place = (path: string[]): number => sections.findIndex((section) => section === path[0])
  return all.sort((a, b) => place(a.path) - place(b.path))
}

/** An object without a prototype, so that `__proto__` is an ordinary key. */
function bare(of: JsonObject = {}): JsonObject {
  return Object.assign(Object.create(null) as JsonObject, of)
}

function put(into: JsonObject, path: readonly string[], value: Json): void {
  const [name, ...rest] = path
  if (name === undefined) return
  if (rest.length === 0) {
    into[name] = value
    return
  }
  const inner = into[name]
  const next = bare(isObject(inner) && !isSecretReference(inner) ? inner : {})
  into[name] = next
  put(next, rest, value)
}
