// What an OpenAPI 3 description says of the operations that the catalog knows: bodies, query parameters, answers.
import { isObject } from '#contract/json.ts'
import type { JsonSchema } from '#contract/json.ts'
import type { LearnedPart } from '#contract/learned.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import { noForm } from '../form.ts'
import { mergeAll } from '../merge.ts'
import { isFieldName } from '../names.ts'
import { isEmpty, typed, typesOf } from '../schema.ts'
import { isSecretName } from '../../keychain/secret-names.ts'
import { own } from './file.ts'
import type { Unread } from './file.ts'
import { teachLimits } from './limits.ts'
import { showPath } from './match.ts'
import type { Match } from './match.ts'
import { createReferences } from './references.ts'
import type { Reading } from './schema.ts'
import { readSchema } from './schema.ts'
import { refused } from './refusal.ts'
import type { Lessons } from './lessons.ts'

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']

/** Teaches `lessons` what the document says. Throws DeskError for a reference that leads outside it, and where it is too large. */
export async function readOpenApi(
  document: Unread,
  { match, holdsInName, lessons }: { match: Match; holdsInName: (name: string) => boolean; lessons: Lessons },
): Promise<void> {
  const references = createReferences(document)
  const reading: Reading = { references, holdsInName, looked: 0 }
  const bases = basePaths(document)
  let count = 0

  for (const [path, written] of Object.entries(objectOf(own(document, 'paths')))) {
    const item = resolved(written, `paths.${showPath(path)}`)
    for (const method of methods) {
      if (own(item, method) === undefined) continue
      count += 1
      if (count > teachLimits.entries)
        throw refused('file_too_large', 'paths', `This file describes more than ${teachLimits.entries} operations.`, {
          most: teachLimits.entries,
        })
      const place = `${method.toUpperCase()} ${showPath(path)}`
      const operation = [path, ...bases.map((base) => `${base}${path}`)]
        .map((one) => match(method, one))
        .find((one) => one !== undefined)
      if (operation === undefined) lessons.skip('no_operation', place)
      else take(operation, resolved(own(item, method), place), item, place)
      if (count % 50 === 0 || operation !== undefined) await turn()
    }
  }

  function take(operation: Operation, written: Unread, item: Unread, place: string): void {
    // The desk's own file also says what is specified and what is not known at all: only what it marks as learned was learned.
    const ours = own(written, 'x-showdesk-kind') !== undefined
    const learned = (part: unknown): boolean => !ours || own(part, 'x-showdesk-learned') === true
    const { secretFields } = operation
    const taught: Partial<Record<LearnedPart, JsonSchema>> = {}
    const keep = (part: LearnedPart, schema: JsonSchema | undefined): void => {
      if (schema !== undefined && !isEmpty(schema) && Object.keys(schema).length > 0) taught[part] = schema
    }

    const body = resolved(own(written, 'requestBody'), `${place}.requestBody`)
    const sent = contentOf(body, `${place}.requestBody`)
    const specified = operation.body !== undefined && sent !== undefined && learned(body)
    if (specified) lessons.skip('specified_body', place)
    else if (sent !== undefined && learned(body) && operation.method !== 'GET') {
      keep('body', readSchema(sent, reading, { place: `${place}.requestBody`, sent: true, secretFields }))
    }
    keep('query', queryOf([...listOf(own(item, 'parameters')), ...listOf(own(written, 'parameters'))], place, learned))
    const answers = Object.entries(objectOf(own(written, 'responses'))).flatMap(([status, one]) => {
      if (!/^2(?:\d\d|XX)$/i.test(status)) return []
      const response = resolved(one, `${place}.responses.${status}`)
      const content = contentOf(response, `${place}.responses.${status}`)
      return content === undefined || !learned(response)
        ? []
        : [readSchema(content, reading, { place: `${place}.responses.${status}`, sent: false })]
    })
    keep('answer', mergeAll(answers))
    if (Object.keys(taught).length > 0) lessons.take(operation, { ...noForm, taught, files: 1 })
    else if (!specified) lessons.skip('no_fields', place)
  }

  /** The schema of the JSON in a body or answer. */
  function contentOf(holder: Unread, place: string): unknown {
    const types = Object.entries(objectOf(own(holder, 'content')))
    const [, media] =
      types.find(([type]) => /^[\w.*-]+\/(?:[\w.*-]+\+)?json\b/i.test(type)) ??
      types.find(([type]) => type === '*/*') ??
      []
    return own(resolved(media, place), 'schema')
  }

  function queryOf(
    parameters: readonly unknown[],
    place: string,
    learned: (part: unknown) => boolean,
  ): JsonSchema | undefined {
    const fields = new Map<string, JsonSchema>()
    const required: string[] = []
    for (const written of parameters) {
      const parameter = resolved(written, `${place}.parameters`)
      const name = own(parameter, 'name')
      if (
        own(parameter, 'in') !== 'query' ||
        typeof name !== 'string' ||
        !isFieldName(name) ||
        holdsInName(name) ||
        !learned(parameter)
      )
        continue
      const schema = readSchema(own(parameter, 'schema') ?? contentOf(parameter, place), reading, {
        place: `${place}.parameters.${name}`,
        sent: true,
      })
      fields.set(name, isSecretName(name) ? { ...typed(typesOf(schema)), secret: true } : schema)
      if (own(parameter, 'required') === true || own(parameter, 'x-showdesk-always-sent') === true) required.push(name)
    }
    return fields.size === 0
      ? undefined
      : { type: 'object', properties: Object.fromEntries(fields), ...(required.length > 0 && { required }) }
  }

  function resolved(value: unknown, place: string): Unread {
    return objectOf(references.follow(value, place)?.value)
  }
}

/** The paths of the servers, which may hold the `/api` that a path leaves out. */
function basePaths(document: Unread): string[] {
  return listOf(own(document, 'servers'))
    .slice(0, 10)
    .flatMap((server) => {
      const url = own(server, 'url')
      if (typeof url !== 'string') return []
      const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/\/$/, '')
      return path === '' ? [] : [path.startsWith('/') ? path : `/${path}`]
    })
}

/** Other work has its turn between two operations. */
export const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]).slice(0, 1_000) : [])
const objectOf = (value: unknown): Unread => (isObject(value) ? value : {})
