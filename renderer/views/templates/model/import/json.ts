// Templates from JSON: the object itself, inside { data } or { template }, a list of them, or those in a drafts file of the desk.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { findNodeAtLocation, type Node } from 'jsonc-parser'
import { jsonTree } from '#kit/components/text/json-check.ts'
import { fromBody, type Note } from '../body.ts'
import { placesIn } from '#kit/base/text-places.ts'
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
/** The most that are taken from one file. */
export const mostTemplates = 500

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

/** Under which names the exports of mail services have their lists. */
const listNames = ['templates', 'Templates', 'data', 'items', 'results', 'result']
const contentFields = [
  'htmlContent',
  'textContent',
  ...Object.keys(otherNames).filter((name) => /html|text|plain/i.test(name)),
]
const hasContent = (value: JsonObject) => contentFields.some((field) => typeof value[field] === 'string')

/** What may be a template, and where it begins. */
interface Candidate {
  value: Json
  from: number
}

const entry = (node: Node, key: string): Node | undefined => findNodeAtLocation(node, [key])

const candidates = (list: Json[], node: Node | undefined): Candidate[] =>
  list.map((value, at) => ({ value, from: (node?.children?.[at] ?? node)?.offset ?? 0 }))

/** A list in which at least one item is a template; undefined where there is none. */
function listIn(json: Json, node: Node): Candidate[] | undefined {
  if (Array.isArray(json)) return json.some(inside) ? candidates(json, node) : undefined
  if (!isObject(json) || hasContent(json)) return undefined
  for (const key of listNames) {
    const list = json[key]
    const at = entry(node, key)
    if (at === undefined || list === undefined) continue
    if (Array.isArray(list) && list.some(inside)) return candidates(list, at)
    const deeper = key === 'data' && isObject(list) ? listIn(list, at) : undefined
    if (deeper !== undefined) return deeper
  }
  return undefined
}

/** The template drafts of the desk's own file; the others are told. */
function fromDrafts(file: JsonObject, node: Node, notes: Note[]): Candidate[] {
  const [key, list] = Object.entries(file).find(([, value]) => Array.isArray(value)) ?? []
  if (key === undefined || !Array.isArray(list)) return []
  return candidates(list, entry(node, key)).flatMap(({ value, from }) => {
    if (isTemplateDraft(value)) return [{ value: value['body'] ?? null, from }]
    const title = isObject(value) ? value['title'] : undefined
    notes.push({ code: 'draft_left_out', values: { title: typeof title === 'string' ? title : '' } })
    return []
  })
}

/** The template that a value is, or has in { data } or { template }. */
function inside(json: Json): JsonObject | undefined {
  if (!isObject(json)) return undefined
  for (const inner of [json['template'], json['data']]) {
    const within = isObject(inner) ? inner['template'] : undefined
    if (looksLikeTemplate(inner)) return inner
    if (looksLikeTemplate(within)) return within
  }
  return looksLikeTemplate(json) ? json : undefined
}

/** Each template of the file, with only the fields that the file has; or one error. */
export function importJson(text: string): Imported[] {
  const read = jsonTree(text)
  if (!read.ok) {
    const { line, column } = read.problem
    return [refuse('json_broken', {}, { json: read.problem, line, column })]
  }
  const { root } = read
  const place = placesIn(text)
  const json = JSON.parse(text) as Json
  const notes: Note[] = []
  const own = isObject(json) && json['format'] === 'showdesk-drafts'
  const found = own ? fromDrafts(json, root, notes) : (listIn(json, root) ?? [{ value: json, from: root.offset }])
  if (found.length > mostTemplates) return [refuse('json_many', { limit: mostTemplates })]
  if (found.length === 0) return [refuse('json_no_template', {}, place(root.offset))]
  return found.map(({ value, from }, at) => {
    const raw = own && isObject(value) ? value : inside(value)
    return raw === undefined
      ? refuse(found.length === 1 ? 'json_no_template' : 'json_entry', {}, place(from))
      : templateOf(raw, at === 0 ? notes : [])
  })
}

function templateOf(raw: JsonObject, notes: Note[]): Imported {
  const found = withOwnNames(raw)
  const read = fromBody(found)
  const template = Object.fromEntries(
    Object.entries(read.template).filter(([field]) => Object.hasOwn(found, field)),
  ) as Partial<Template>
  return { ok: true, template, notes: [...notes, ...read.notes], kept: read.kept }
}
