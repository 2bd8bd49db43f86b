import { setImmediate } from 'node:timers/promises'
import { isFieldName } from '#answers/field-names.ts'
import type { JsonSchema } from '#contract/json.ts'
import type { LearnedPart } from '#contract/learned.ts'
import type { Operation } from '../../catalog/entry.ts'
import { emptyForm } from '../form.ts'
import { mergeAll } from '../merge.ts'
import { isEmpty, typed, typesOf } from '../schema.ts'
import { isSecretName } from '../../../core/keychain/secret-names.ts'
import { listOf, own, recordOf, type UnknownRecord } from './file.ts'
import type { TeachContext } from './findings.ts'
import { teachLimits } from './limits.ts'
import { showPath } from './match.ts'
import { createReferences } from './references.ts'
import { refused } from './refusal.ts'
import { readSchema, type ReadContext } from './schema.ts'

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']
const mostParameters = 1_000

/** Adds what the document says to the findings. Throws DeskError for a reference that leads outside it, and where it is too large. */
export async function readOpenApi(
  document: UnknownRecord,
  { match, holdsInName, findings }: TeachContext,
): Promise<void> {
  const references = createReferences(document)
  const context: ReadContext = { references, holdsInName, visited: 0 }
  const bases = basePaths(document)
  let count = 0

  const operationAt = (method: string, path: string): Operation | undefined =>
    [path, ...bases.map((base) => `${base}${path}`)].map((one) => match(method, one)).find((one) => one !== undefined)
  async function counted(): Promise<void> {
    count += 1
    if (count > teachLimits.entries)
      throw refused('file_too_large', 'paths', `This file describes more than ${teachLimits.entries} operations.`, {
        most: teachLimits.entries,
      })
    if (count % 50 === 0) await setImmediate()
  }

  for (const [path, value] of Object.entries(recordOf(own(document, 'paths')))) {
    // What another path refers to is none of the desk's business, wherever it leads.
    if (own(value, '$ref') !== undefined && !methods.some((method) => operationAt(method, path) !== undefined)) {
      await counted()
      findings.skip('no_operation', showPath(path))
      continue
    }
    const item = resolve(value, `paths.${showPath(path)}`)
    for (const method of methods) {
      if (own(item, method) === undefined) continue
      await counted()
      const place = `${method.toUpperCase()} ${showPath(path)}`
      const operation = operationAt(method, path)
      if (operation === undefined) findings.skip('no_operation', place)
      else {
        take(operation, resolve(own(item, method), place), item, place)
        await setImmediate()
      }
    }
  }

  function take(operation: Operation, described: UnknownRecord, item: UnknownRecord, place: string): void {
    // The desk's own export also has what is specified or unknown; only parts marked as learned were learned.
    const ours = own(described, 'x-showdesk-kind') !== undefined
    const learned = (part: unknown): boolean => !ours || own(part, 'x-showdesk-learned') === true
    const { secretFields } = operation
    const taught: Partial<Record<LearnedPart, JsonSchema>> = {}
    const keep = (part: LearnedPart, schema: JsonSchema | undefined): void => {
      if (schema !== undefined && !isEmpty(schema) && Object.keys(schema).length > 0) taught[part] = schema
    }

    const body = resolve(own(described, 'requestBody'), `${place}.requestBody`)
    const sent = contentOf(body, `${place}.requestBody`)
    // Forms and the like; the platform's bodies are JSON.
    const isOther = sent === undefined && Object.keys(recordOf(own(body, 'content'))).length > 0
    if (isOther) findings.skip('not_json', place)
    const specified = operation.body !== undefined && sent !== undefined && learned(body)
    if (specified) findings.skip('specified_body', place)
    else if (sent !== undefined && learned(body) && operation.method !== 'GET') {
      keep('body', readSchema(sent, context, { place: `${place}.requestBody`, sent: true, secretFields }))
    }
    const parameters = [item, described].flatMap((one) => listOf(own(one, 'parameters'), mostParameters))
    keep('query', queryOf(parameters, place, learned))
    const answers = Object.entries(recordOf(own(described, 'responses'))).flatMap(([status, one]) => {
      if (!/^2(?:\d\d|XX)$/i.test(status)) return []
      const response = resolve(one, `${place}.responses.${status}`)
      const content = contentOf(response, `${place}.responses.${status}`)
      return content === undefined || !learned(response)
        ? []
        : [readSchema(content, context, { place: `${place}.responses.${status}`, sent: false })]
    })
    keep('answer', mergeAll(answers))
    if (Object.keys(taught).length > 0) findings.add(operation, { ...emptyForm, taught, files: 1 })
    else if (!specified && !isOther) findings.skip('no_fields', place)
  }

  function contentOf(holder: UnknownRecord, place: string): unknown {
    const types = Object.entries(recordOf(own(holder, 'content')))
    const [, media] =
      types.find(([type]) => /^[\w.*-]+\/(?:[\w.*-]+\+)?json\b/i.test(type)) ??
      types.find(([type]) => type === '*/*') ??
      []
    return own(resolve(media, place), 'schema')
  }

  function queryOf(
    parameters: readonly unknown[],
    place: string,
    learned: (part: unknown) => boolean,
  ): JsonSchema | undefined {
    const fields = new Map<string, JsonSchema>()
    const required: string[] = []
    for (const value of parameters) {
      const parameter = resolve(value, `${place}.parameters`)
      const name = own(parameter, 'name')
      if (
        own(parameter, 'in') !== 'query' ||
        typeof name !== 'string' ||
        !isFieldName(name) ||
        holdsInName(name) ||
        !learned(parameter)
      )
        continue
      const schema = readSchema(own(parameter, 'schema') ?? contentOf(parameter, place), context, {
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

  function resolve(value: unknown, place: string): UnknownRecord {
    return recordOf(references.follow(value, place)?.value)
  }
}

/** Servers may contain the `/api` that a path leaves out. */
function basePaths(document: UnknownRecord): string[] {
  return listOf(own(document, 'servers'), 10).flatMap((server) => {
    const url = own(server, 'url')
    if (typeof url !== 'string') return []
    const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/\/$/, '')
    return path === '' ? [] : [path.startsWith('/') ? path : `/${path}`]
  })
}
