// Requests and answers as browsers export them. They teach as the desk's own do; headers and cookies are not read.
import { setImmediate } from 'node:timers/promises'
import { isObject, type JsonObject } from '#contract/json.ts'
import type { Operation } from '../../catalog/entry.ts'
import { learn, emptyForm, type Form } from '../form.ts'
import { observationOf } from '../observation.ts'
import { listOf, own } from './file.ts'
import type { TeachContext } from './findings.ts'
import { teachLimits } from './limits.ts'
import { showPath } from './match.ts'
import { refused } from './refusal.ts'

/** Throws DeskError `too_large` where there are too many entries. */
export async function readHar(
  entries: readonly unknown[],
  { match, holdsInName, findings }: TeachContext,
): Promise<void> {
  if (entries.length > teachLimits.entries)
    throw refused('file_too_large', 'log.entries', `This file holds more than ${teachLimits.entries} requests.`, {
      most: teachLimits.entries,
    })
  const forms = new Map<Operation, { form: Form; seen: number }>()
  for (const [at, entry] of entries.entries()) {
    if (at % 20 === 19) await setImmediate()
    const request = own(entry, 'request')
    const [method, url] = [own(request, 'method'), own(request, 'url')]
    if (typeof method !== 'string' || typeof url !== 'string') continue
    const path = pathOf(url)
    const place = `${/^[A-Z]{1,10}$/i.test(method) ? method.toUpperCase() : ''} ${showPath(path)}`.trim()
    const operation = match(method, path)
    if (operation === undefined) {
      findings.skip('no_operation', place)
      continue
    }
    const before = forms.get(operation) ?? { form: emptyForm, seen: 0 }
    if (before.seen >= teachLimits.entriesOfOne) findings.skip('seen_enough', place)
    else {
      const form = learned(operation, entry, before.form, place)
      if (form !== undefined) forms.set(operation, { form, seen: before.seen + 1 })
    }
  }
  for (const [operation, { form }] of forms) findings.add(operation, form)

  function learned(operation: Operation, entry: unknown, before: Form, place: string): Form | undefined {
    const [request, response] = [own(entry, 'request'), own(entry, 'response')]
    const sent = bodyOf(request)
    if (sent === undefined) {
      findings.skip('not_json', place)
      return undefined
    }
    const status = own(response, 'status')
    const query = queryOf(request)
    const observation = observationOf({
      operation,
      request: { operation: operation.key, query, ...sent },
      answer: {
        status: typeof status === 'number' ? status : 0,
        headers: [],
        body: answerOf(own(response, 'content')),
      },
    })
    if (observation === undefined) {
      findings.skip('not_taken', place)
      return undefined
    }
    if (operation.body !== undefined && sent.body !== undefined) findings.skip('specified_body', place)
    return learn(before, observation, { holdsInName, secretFields: operation.secretFields })
  }
}

/** Empty where nothing was sent; undefined where it was no JSON object. */
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

/** An address holds text: numbers, true and false are recognized. */
function queryOf(request: unknown): Record<string, string | number | boolean> {
  const pairs = listOf(own(request, 'queryString'), 200)
  const named = pairs.flatMap((pair): Array<[string, string | number | boolean]> => {
    const [name, value] = [own(pair, 'name'), own(pair, 'value')]
    if (typeof name !== 'string' || typeof value !== 'string') return []
    if (value === 'true' || value === 'false') return [[name, value === 'true']]
    return [[name, /^-?\d{1,15}$/.test(value) ? Number(value) : value]]
  })
  return Object.fromEntries(named)
}

/** Empty where the file has no answer: browsers can leave them out. */
function answerOf(content: unknown): Buffer {
  const text = own(content, 'text')
  return typeof text === 'string'
    ? Buffer.from(text, own(content, 'encoding') === 'base64' ? 'base64' : 'utf8')
    : Buffer.alloc(0)
}

function pathOf(url: string): string {
  return url.slice(0, 4_096).replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
}
