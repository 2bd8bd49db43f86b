// A template from JSON: the object itself, inside { data } or { template }, or the first template in a drafts file of the desk.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { duplicateKey, scanJson } from '#components/text/json-scan.ts'
import { fromBody, type Note } from '../body.ts'
import { placesIn } from '#components/text/text-places.ts'
import { refuse, type Imported } from './types.ts'
import type { Template } from '../types.ts'

const templateFields = [
  'name',
  'subject',
  'htmlContent',
  'textContent',
  'previewText',
  'variables',
  'fromEmail',
  'fromName',
  'replyTo',
]
/** How the exports of common mail services name the fields. */
const otherNames: Record<string, string> = {
  html: 'htmlContent',
  text: 'textContent',
  HtmlBody: 'htmlContent',
  TextBody: 'textContent',
  Subject: 'subject',
  Name: 'name',
  html_content: 'htmlContent',
  plain_content: 'textContent',
}

/** With the desk's names; a field that is there under both names keeps its own, and the other is told as unknown. */
const withOwnNames = (found: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(found).map(([key, value]) => {
      const own = Object.hasOwn(otherNames, key) ? otherNames[key] : undefined
      return [own === undefined || Object.hasOwn(found, own) || twiceNamed(found, key, own) ? key : own, value]
    }),
  )

/** Whether an earlier field of the same object has this meaning too. */
const twiceNamed = (found: JsonObject, key: string, own: string): boolean =>
  Object.keys(found).find((other) => Object.hasOwn(otherNames, other) && otherNames[other] === own) !== key

const looksLikeTemplate = (value: Json | undefined): value is JsonObject =>
  isObject(value) && [...templateFields, ...Object.keys(otherNames)].some((field) => Object.hasOwn(value, field))
const isTemplateDraft = (value: Json): value is JsonObject =>
  isObject(value) &&
  typeof value['operation'] === 'string' &&
  /\/marketing\/template\/(?:create|update)$/.test(value['operation']) &&
  isObject(value['body'])

function fromDrafts(file: JsonObject, notes: Note[]): JsonObject | undefined {
  const list = Object.values(file).find((value) => Array.isArray(value))
  const [first, ...others] = (list ?? []).filter(isTemplateDraft)
  for (const { title } of others)
    notes.push({ code: 'draft_left_out', values: { title: typeof title === 'string' ? title : '' } })
  return isObject(first?.['body']) ? first['body'] : undefined
}

function findTemplate(json: Json, notes: Note[]): JsonObject | undefined {
  if (!isObject(json)) return undefined
  if (json['format'] === 'showdesk-drafts') return fromDrafts(json, notes)
  for (const inner of [json['template'], json['data']]) {
    const within = isObject(inner) ? inner['template'] : undefined
    if (looksLikeTemplate(inner)) return inner
    if (looksLikeTemplate(within)) return within
  }
  return looksLikeTemplate(json) ? json : undefined
}

/** Returns only the fields that the file contains. */
export function importJson(text: string): Imported {
  const scanned = scanJson(text)
  const place = placesIn(text)
  if (!scanned.ok) return refuse('json_broken', { fault: scanned.fault }, place(scanned.offset))
  const notes: Note[] = []
  const twice = duplicateKey(scanned.root)
  if (twice !== undefined) return refuse('json_broken', { fault: 'twice', name: twice.key }, place(twice.from))
  const raw = findTemplate(JSON.parse(text) as Json, notes)
  if (raw === undefined) return refuse('json_no_template', {}, place(scanned.root.from))
  const found = withOwnNames(raw)
  const read = fromBody(found)
  const template = Object.fromEntries(
    Object.entries(read.template).filter(([field]) => Object.hasOwn(found, field)),
  ) as Partial<Template>
  return { ok: true, template, notes: [...notes, ...read.notes], kept: read.kept }
}
