import { expect, it } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { expectationOf, nounOf } from '#answers/names.ts'
import { askedOf, recordOutcome } from '#answers/outcome.ts'
import { identityOf } from '../../../../main/platform/ledger/identity.ts'
import { judge } from '../../../../main/platform/ledger/match.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import type { Operation } from '../../../../main/platform/catalog/entry.ts'
import { fill, sensible } from './sensible.ts'
import { showTime, stage, type Stage } from './support.ts'

async function verdict(platform: Stage, operation: Operation, body: JsonObject) {
  const { confirmWith } = operation
  const read = operations.get(confirmWith?.read ?? '')
  if (confirmWith === undefined || read === undefined) throw new Error(`${operation.key} has no read`)
  const taken = (places: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries(places).flatMap(([name, place]) =>
        typeof body[place.slice(5)] === 'string' ? [[name, body[place.slice(5)] as string]] : [],
      ),
    )
  const session = read.auth === 'session' ? { key: null, headers: { authorization: 'Bearer rehearsal-session' } } : {}
  const query = taken(confirmWith.send?.query)
  const answer = await platform.ask(fill(read), {
    ...session,
    query,
    ...(read.method === 'POST' ? { body: taken(confirmWith.send?.body) } : {}),
  })
  const byPath = operation.pathParams.map((name) => [name, fill(operation).split('/').at(-1) ?? ''])
  return judge(
    {
      match: confirmWith.match,
      risk: operation.risk,
      fields: confirmWith.fields,
      noun: nounOf(operation.resource),
      reference: 'nobody',
      body,
      identity: identityOf(operation, {
        body,
        ...(byPath.length > 0 ? { path: Object.fromEntries(byPath) as Record<string, string> } : {}),
        query: body,
      }),
      sentAt: showTime,
      readAt: showTime + 60_000,
      offsetMs: 0,
      own: [],
      outcomeOf: (record) => recordOutcome(record, askedOf(operation, { sent: body })),
      claimed: () => undefined,
      answers: { resource: read.resource, expect: expectationOf(read.key) },
    },
    answer.status === 404 ? undefined : answer.content,
  )
}

/** What the desk's forms would send, telling enough to be known again. */
function telling(operation: Operation): JsonObject {
  const fields = sensible(operation)
  const told =
    operation.confirmWith?.match === 'updated' || operation.confirmWith?.match === 'created'
      ? { name: 'Told apart by name' }
      : {}
  return operation.body === undefined ? { ...told, ...fields } : fields
}

const confirmed = [...operations.values()].filter((operation) => operation.confirmWith !== undefined)

// A read that can't show what the write did: after a cut connection the ledger would never find out.
it.each(confirmed.map((operation) => [operation.key, operation] as const))(
  '%s is confirmed by its read, and not before it was sent',
  async (_, operation) => {
    const platform = await stage()
    const body = telling(operation)
    const before = await verdict(platform, operation, body)
    const byQuery = operation.method === 'DELETE'
    const session =
      operation.auth === 'session' ? { key: null, headers: { authorization: 'Bearer rehearsal-session' } } : {}
    const query = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, JSON.stringify(value).replaceAll('"', '')]),
    )
    const told = await platform.ask(fill(operation), { ...session, ...(byQuery ? { query } : { body }) })
    expect(told.status, JSON.stringify(told.content)).toBe(200)
    const after = await verdict(platform, operation, body)
    // A refund that still has to be processed is there, and not done.
    const isThere = after.verdict === 'found' || after.verdict === 'accepted'
    expect([before.verdict === 'found', isThere], `${before.note} ${after.note}`).toEqual([false, true])
  },
)
