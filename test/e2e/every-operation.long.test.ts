// The generic screens against the whole catalog: every operation is opened, filled, sent and read on its page, in real Chromium, against the
// rehearsal platform.
import { afterAll, expect, test } from 'vitest'
import { isObject, type Json } from '#contract/json.ts'
import type { KeptRequest } from '#contract/requests.ts'
import type { Operation } from '../../main/platform/catalog/entry.ts'
import { operations } from '../../main/platform/catalog/index.ts'
import { pathInput, sensible, underWay } from '../main/platform/rehearsal/sensible.ts'
import type { DeskConnection } from '../support/desk.ts'
import {
  expectOffered,
  fillRequest,
  openOperation,
  readAnswer,
  send,
  type ShownAnswer,
} from './support/operation-page.ts'
import { closeBrowser, noBrowser, openDesk, type OpenDesk } from './page.ts'
import { specified } from '../contract/specification.ts'

afterAll(closeBrowser)

/** What the platform answered to the same request before. */
interface Taught {
  status: number | undefined
  id: string | undefined
}

function requestFor(operation: Operation): KeptRequest {
  const fields = sensible(operation)
  const byQuery = operation.method === 'GET' || operation.method === 'DELETE'
  return {
    ...(operation.pathParams.length > 0 && { path: pathInput(operation) }),
    ...(Object.keys(fields).length > 0 && (byQuery ? { query: fields } : { body: fields })),
  }
}

const stateOf = (operation: string): 'accepted' | 'confirmed' => (underWay.has(operation) ? 'accepted' : 'confirmed')

/** Sends an operation without a screen, so that its form is learned. */
async function teach(connection: DeskConnection, operation: Operation): Promise<Taught> {
  await connection.call('rehearsal.reset')
  const request = { operation: operation.key, ...(requestFor(operation) as object) }
  const exchange =
    operation.kind === 'read' ? await connection.call('requests.read', request) : await written(connection, request)
  // In a burst the desk learns from the first exchanges alone: each is learned before the next one.
  await connection.call('learned.get', { environment: 'rehearsal', operation: operation.key })
  const { body } = exchange ?? {}
  if (body?.kind !== 'json') return { status: exchange?.status, id: undefined }
  const answer = JSON.parse(
    (await connection.call('answers.part', { id: body.id, from: 0, length: 1_048_576 })).text,
  ) as Json
  const id = isObject(answer) && isObject(answer['data']) ? answer['data']['id'] : undefined
  return { status: exchange?.status, id: typeof id === 'string' && id !== '' ? id : undefined }
}

async function written(connection: DeskConnection, request: { operation: string }) {
  const { id } = await connection.call('ledger.submit', request)
  const { intent } = await connection.next(
    'ledger.changed',
    (change) => change.intent.id === id && !['queued', 'sending'].includes(change.intent.state),
  )
  expect(intent, request.operation).toMatchObject({ state: stateOf(request.operation) })
  const exchange = await connection.call('requests.ofIntent', { id })
  await decide(connection, id, request.operation)
  return exchange
}

/** What stays under way holds back every other movement of the same payment, until a person decides. */
async function decide(connection: DeskConnection, id: string, operation: string): Promise<void> {
  if (stateOf(operation) === 'accepted') await connection.call('ledger.resolve', { id, as: 'confirmed' })
}

/** That the desk recorded what was typed, and shows what it recorded. */
async function checkRecord(
  connection: DeskConnection,
  { key, kind }: Operation,
  request: KeptRequest,
  shown: ShownAnswer,
): Promise<void> {
  if (kind === 'read') {
    const { items } = await connection.call('history.list', { operation: key, kind: 'read', limit: 1 })
    expect(items[0]).toMatchObject({ outcome: 'answered', requestId: shown.requestId })
    const { request: asked } = await connection.call('history.get', { id: items[0]?.id ?? '' })
    expect(sent(asked)).toEqual(sent(request))
    return
  }
  const intent = await connection.call('ledger.get', { id: shown.intent ?? '' })
  expect(intent).toMatchObject({ operation: key, state: stateOf(key), attempts: 1, requestId: shown.requestId })
  expect(sent(intent.request)).toEqual(sent(request))
  await decide(connection, intent.id, key)
}

/** An empty part and one that is left out are the same request. */
const sent = ({ path = {}, query = {}, body = {} }: KeptRequest): KeptRequest => ({ path, query, body })

// Catches an operation that a person can't work with: a form that does not offer what it learned, a control that types something else than was
// typed, a press that sends nothing or twice, an answer that is not shown.
test.skipIf(noBrowser)(
  'every operation is opened, filled, sent and read on its page',
  { timeout: 1_800_000 },
  async () => {
    const taught = new Map<string, Taught>()
    const failures: string[] = []
    const checks: Array<Promise<void>> = []
    const failed =
      ({ key }: Operation) =>
      (reason: unknown) => {
        const line = `${key}: ${reason instanceof Error ? reason.message : String(reason)}`
        failures.push(line)
        process.stdout.write(`${line}\n`)
      }

    async function walk({ connection, page }: OpenDesk, operation: Operation): Promise<void> {
      const request = requestFor(operation)
      await connection.call('rehearsal.reset')
      const editor = await openOperation(page, operation.key)
      await expectOffered(editor, request, operation.body === undefined ? 'learned' : 'specified')
      await fillRequest(editor, request)
      await send(editor)
      const shown = await readAnswer(editor, operation.kind === 'read' ? undefined : stateOf(operation.key))
      const expected = operation.path.startsWith('/api/pay/') ? 302 : 200
      expect(shown.http).toMatch(new RegExp(`^HTTP ${expected}\\b`))
      expect(shown.requestId).toMatch(/\S/)
      expect({ status: expected, id: shown.id }).toEqual(taught.get(operation.key))
      const check = checkRecord(connection, operation, request, shown).catch(failed(operation))
      checks.push(check)
      if (underWay.has(operation.key)) await check
    }
    /** A desk of its own for every second operation: where one holds a button, the other goes on. */
    async function walkFrom(first: number): Promise<void> {
      const own = [...operations.values()].filter((_, place) => place % 2 === first)
      const desk = await openDesk()
      for (const operation of own) taught.set(operation.key, await teach(desk.connection, operation))
      for (const operation of own) await walk(desk, operation).catch(failed(operation))
      // One that taught the form, and one that was pressed.
      const { items } = await desk.connection.call('ledger.list', { limit: 500 })
      const writes = own.filter(({ kind }) => kind !== 'read').flatMap(({ key }) => [key, key])
      expect(items.map(({ operation }) => operation).sort()).toEqual(writes.sort())
    }
    await Promise.all([walkFrom(0), walkFrom(1)])
    await Promise.all(checks)
    expect(failures).toEqual([])
    expect(checks).toHaveLength(specified.length)
    // Nothing was compared with nothing.
    expect([...taught.values()].filter(({ id }) => id !== undefined).length).toBeGreaterThan(150)
  },
)
