// What was sent and answered in another program, as browsers write it down. It teaches as the desk's own requests do; headers and cookies are not looked at.
import { isObject } from '#contract/json.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import { learn, noForm } from '../form.ts'
import type { Form } from '../form.ts'
import { lessonOf } from '../observation.ts'
import { own } from './file.ts'
import type { Lessons } from './lessons.ts'
import { teachLimits } from './limits.ts'
import { showPath } from './match.ts'
import type { Match } from './match.ts'
import { turn } from './openapi.ts'
import { refused } from './refusal.ts'

/** Teaches `lessons` what the entries show. Throws DeskError `too_large` where there are too many. */
export async function readHar(
  entries: readonly unknown[],
  { match, holdsInName, lessons }: { match: Match; holdsInName: (name: string) => boolean; lessons: Lessons },
): Promise<void> {
  if (entries.length > teachLimits.entries)
    throw refused('file_too_large', 'log.entries', `This file holds more than ${teachLimits.entries} requests.`, {
      most: teachLimits.entries,
    })
  const forms = new Map<Operation, { form: Form; seen: number }>()
  for (const [at, entry] of entries.entries()) {
    if (at % 20 === 19) await turn()
    const request = own(entry, 'request')
    const [method, url] = [own(request, 'method'), own(request, 'url')]
    if (typeof method !== 'string' || typeof url !== 'string') continue
    const path = pathOf(url)
    const place = `${/^[A-Z]{1,10}$/i.test(method) ? method.toUpperCase() : ''} ${showPath(path)}`.trim()
    const operation = match(method, path)
    if (operation === undefined) {
      lessons.skip('no_operation', place)
      continue
    }
    const before = forms.get(operation) ?? { form: noForm, seen: 0 }
    if (before.seen >= teachLimits.entriesOfOne) lessons.skip('seen_enough', place)
    else {
      const form = learned(operation, entry, before.form, place)
      if (form !== undefined) forms.set(operation, { form, seen: before.seen + 1 })
    }
  }
  for (const [operation, { form }] of forms) lessons.take(operation, form)

  function learned(operation: Operation, entry: unknown, before: Form, place: string): Form | undefined {
    const [request, response] = [own(entry, 'request'), own(entry, 'response')]
    const sent = bodyOf(request)
    if (sent === undefined) {
      lessons.skip('not_json', place)
      return undefined
    }
    const status = own(response, 'status')
    const query = queryOf(request)
    const lesson = lessonOf({
      operation,
      request: { operation: operation.key, query, ...sent },
      answer: {
        status: typeof status === 'number' ? status : 0,
        headers: [],
        body: answerOf(own(response, 'content')),
      },
    })
    if (lesson === undefined) {
      lessons.skip('not_taken', place)
      return undefined
    }
    if (operation.body !== undefined && sent.body !== undefined) lessons.skip('specified_body', place)
    return learn(before, lesson, { holdsInName, secretFields: operation.secretFields })
  }
}

/** The JSON object that was sent, nothing where none was; undefined for what the platform does not take. */
function bodyOf(request: unknown): { body?: JsonObject } | undefined {
  const posted = own(request, 'postData')
  const text = own(posted, 'text')
  if (typeof text !== 'string' || text.trim() === '') {
    const params = own(posted, 'params')
    return Array.isArray(params) && params.length > 0 ? undefined : {}
  }
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? { body: body as JsonObject } : undefined
  } catch {
    return undefined
  }
}

/** What stands in an address is text: what reads as a number or as true or false counts as one. */
function queryOf(request: unknown): Record<string, string | number | boolean> {
  const pairs = own(request, 'queryString')
  const named = (Array.isArray(pairs) ? (pairs as unknown[]) : [])
    .slice(0, 200)
    .flatMap((pair): Array<[string, string | number | boolean]> => {
      const [name, value] = [own(pair, 'name'), own(pair, 'value')]
      if (typeof name !== 'string' || typeof value !== 'string') return []
      return [
        [
          name,
          /^-?\d{1,15}$/.test(value) ? Number(value) : value === 'true' || value === 'false' ? value === 'true' : value,
        ],
      ]
    })
  return Object.fromEntries(named)
}

/** Empty where the file holds no answer: browsers leave them out where they were told to. */
function answerOf(content: unknown): Buffer {
  const text = own(content, 'text')
  return typeof text === 'string'
    ? Buffer.from(text, own(content, 'encoding') === 'base64' ? 'base64' : 'utf8')
    : Buffer.alloc(0)
}

function pathOf(url: string): string {
  return url.slice(0, 4_096).replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
}
