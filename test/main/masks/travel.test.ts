import { expect, it } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { formerMask } from '#contract/mask.ts'
import { holdsMask, maskedPlaces } from '#contract/masked.ts'
import type { OperationInfo, OperationRequest } from '#contract/operation.ts'
import { readListing } from '#answers/answer.ts'
import { transportActions } from '#contract/access-kinds.ts'
import { optionNames } from '#answers/transport.ts'
import { describeOperations } from '../../../main/platform/catalog/index.ts'
import { planOf } from '../../../renderer/records/products/resource-spec.ts'
import { sectionsOf } from '../../../renderer/records/products/sections.ts'
import { startParts, toRequest } from '../../../renderer/records/resources/request/request.ts'
import type { ActionSpec } from '../../../renderer/records/resources/types.ts'
import { destinationsOf, eventUpdate } from '#answers/broadcast/destinations.ts'
import { commandBody } from '../../../main/air/commands/body.ts'
import { reply } from '../../support/stub-platform.ts'
import { openDesk, type TestDesk } from './desk.ts'
import { specified } from '../../contract/specification.ts'
import { seed } from '../../support/runs.ts'

const known = 'key-of-development-77'

function randomOf(from: number) {
  let state = (from * 2_654_435_761 + 1) % 2_147_483_647
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const pick = <T>(of: readonly [T, ...T[]]): T => of[Math.floor(next() * of.length)] ?? of[0]
  return { next, pick }
}
type Random = ReturnType<typeof randomOf>

/** Secrets the desk knows by value, others that only their names give away, masks of the platform's own, and what people write. */
function textOf({ pick, next }: Random): string {
  return pick([
    known,
    `rtmp://live.example/app/${known}`,
    `note ${known} end`,
    encodeURIComponent(`x ${known}`),
    `tok_${Math.floor(next() * 1e9)}`,
    formerMask,
    `rtmp://live.example/${formerMask}`,
    '*** SALE ***',
    'Night show',
    'https://shop.example/a',
  ])
}
const names = [
  'apiKey',
  'stream_key',
  'password',
  'authToken',
  'rtmpUrl',
  'server',
  'host',
  'title',
  'note',
  'subject',
  'name',
  'metadata',
  'description',
  'items',
  'amount',
  'streamKey',
] as const

function valueOf(random: Random, depth: number): Json {
  const kind = random.next()
  if (depth > 3 || kind < 0.6) return random.next() < 0.1 ? random.pick([null, true, 7]) : textOf(random)
  if (kind < 0.75) return Array.from({ length: 1 + Math.floor(random.next() * 2) }, () => valueOf(random, depth + 1))
  return fieldsOf(random, depth + 1)
}
function fieldsOf(random: Random, depth: number): JsonObject {
  const fields = Array.from({ length: 1 + Math.floor(random.next() * 5) }, (): [string, Json] => [
    random.next() < 0.05 ? `of ${known}` : random.pick(names),
    valueOf(random, depth),
  ])
  return Object.fromEntries(fields)
}

/** Nothing that was masked on its way in stands in what left: neither in an address nor in a body. */
function checkWire(desk: TestDesk, of: string): void {
  for (const { url, body } of desk.stub.seen.splice(0)) {
    const where = `SEED=${seed}: ${of} sent ${url} ${body}`
    expect(holdsMask(url) || holdsMask(decodeURIComponent(url)) || holdsMask(body), where).toBe(false)
    expect(maskedPlaces(body === '' ? null : (JSON.parse(body) as Json)), where).toEqual([])
  }
}

// Catches every way from an answer back to the wire, by which a mask goes as if it were the value: all operations, the forms that screens fill from
// a record, the live command, and a script that sends a record back as it got it.
it('no text that was masked on its way in travels out, by any operation', { timeout: 120_000 }, async () => {
  const random = randomOf(seed)
  const told = { masked: 0, refused: 0, sent: 0, commands: 0 }
  let answer: Json = {}
  const desk = await openDesk((_, response) => reply(response, 200, answer))
  await desk.ask('credentials.save', {
    environment: 'development',
    credential: 'session',
    value: { token: 'session-of-development-88' },
  })

  async function send(
    { key, kind }: OperationInfo,
    request: OperationRequest,
  ): Promise<'sent' | 'refused' | 'no amount'> {
    try {
      await desk.ask(kind === 'read' ? 'platform.read' : 'ledger.submit', request)
      expect(desk.stub.seen.length, `SEED=${seed}: ${key} was neither sent nor refused`).toBeGreaterThan(0)
      told.sent += 1
      checkWire(desk, key)
      return 'sent'
    } catch (error) {
      if (!(error instanceof DeskError)) throw error
      // Random fields are no amounts of money, which is refused before anything else.
      if (error.details.facts?.reason === 'amount_not_valid') return 'no amount'
      expect([error.code, desk.stub.seen], `SEED=${seed}: ${key} ${error.message}`).toEqual(['invalid_input', []])
      told.refused += 1
      return 'refused'
    }
  }
  /** A record as the desk hands it out. */
  async function shownRecord(): Promise<JsonObject> {
    answer = { data: [{ ...fieldsOf(random, 0), id: `rec_${told.sent}` }] }
    const read = await desk.ask('platform.read', { operation: 'GET /api/video/stream/all' })
    desk.stub.seen.splice(0)
    const [row = {}] = readListing(read.data, 'video/stream').rows
    if (maskedPlaces(row).length > 0) told.masked += 1
    return row
  }

  const operations = describeOperations()
  const byKey = new Map(operations.map((one) => [one.key, one]))
  const forms: ActionSpec[] = sectionsOf(operations).flatMap((section) => {
    const { spec, plain } = planOf(section)
    return [...(spec.create ? [spec.create] : []), ...(spec.reads ?? []), ...(spec.actions ?? []), ...plain]
  })
  const formed = new Map(forms.map((form) => [form.operation as string, form]))
  expect(operations).toHaveLength(specified.length)

  for (const operation of operations) {
    const record = await shownRecord()
    answer = { data: { id: 'x1', status: 'ok' } }
    const path = Object.fromEntries(operation.pathParams.map((name) => [name, 'rec_1']))
    const form = formed.get(operation.key)
    if (form !== undefined && operation.body === undefined) {
      const parts = startParts(form, record, 'rec_1')
      expect(maskedPlaces(parts as Json), `SEED=${seed}: the form of ${operation.key}`).toEqual([])
      expect(
        await send(operation, { ...toRequest(operation.key, parts), path: { ...path, ...parts.path } }),
        `SEED=${seed}: ${operation.key} ${JSON.stringify(parts)}`,
      ).not.toBe('refused')
    }
    await send(
      operation,
      operation.method === 'GET' || operation.method === 'DELETE'
        ? { operation: operation.key, path, query: { q: record.note as never } }
        : { operation: operation.key, path, body: record },
    )
  }

  const update = byKey.get(eventUpdate)
  for (const action of update === undefined ? [] : [...transportActions, ...transportActions, ...transportActions]) {
    const options = Object.fromEntries(optionNames.map((name) => [name, random.next() < 0.3 ? null : textOf(random)]))
    answer = {
      data: {
        items: [
          {
            ...options,
            id: 'det_1',
            providerName: 'Main',
            providerId: 'out-1',
            streamId: 'str_1',
            videoId: 'vid_1',
            title: textOf(random),
            started: true,
          },
        ],
      },
    }
    const { data } = await desk.ask('platform.read', { operation: 'GET /api/video/details/all' })
    desk.stub.seen.splice(0)
    answer = { data: { id: 'x1', status: 'ok' } }
    const [target] = destinationsOf(data, [], 'str_1')
    if (update === undefined || target === undefined) throw new Error('No destination was read')
    const body = commandBody(
      action,
      target,
      ['title', 'streamId', 'videoId', 'started', 'stopped'],
      [],
      '2026-11-22T20:00:00.000Z',
      random.pick(['leave', 'null']),
    )
    expect(
      await send(update, { operation: eventUpdate, body }),
      `SEED=${seed}: ${action} ${JSON.stringify(body)}`,
    ).toBe('sent')
    told.commands += 1
  }
  expect(told.commands).toBe(12)
  for (const count of [told.masked, told.refused, told.sent]) expect(count, `SEED=${seed}`).toBeGreaterThan(100)
})
