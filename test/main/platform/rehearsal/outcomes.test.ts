import { expect, it } from 'vitest'
import { outcomeOf, askedOf } from '#answers/outcome.ts'
import type { Json } from '#contract/json.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { rehearsalDialects, toDialect } from '../../../support/rehearsal/dialects.ts'
import { fill, sensible, underWay } from './sensible.ts'
import { stage } from './support.ts'

// Catches an outcome that a rehearsal does not have: a success that is doubted in one of its nine ways to answer.
it('every success of every operation is one, in every dialect', async () => {
  const platform = await stage()
  const wrong: string[] = []
  for (const operation of operations.values()) {
    platform.reset()
    const session = {
      authorization: 'Bearer rehearsal-session',
      'account-id': 'acc_rehearsal',
      'session-id': 'ses_rehearsal',
    }
    const fields = sensible(operation)
    const byQuery = operation.method === 'GET' || operation.method === 'DELETE'
    const query = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value).replaceAll('"', '')]),
    )
    const { status, content } = await platform.ask(fill(operation), {
      ...(operation.auth === 'session' ? { key: null, headers: session } : {}),
      ...(byQuery ? { query } : { body: fields }),
    })
    if (status >= 300) continue
    const data = content['data']
    const isPage = operation.kind === 'read' && Array.isArray((data as { items?: Json }).items)
    for (const dialect of rehearsalDialects) {
      const body = toDialect(dialect, operation, { data: data as never, ...(isPage && { page: true }) }, 'req_1')
      const { kind, ...more } = outcomeOf({ status, body }, askedOf(operation, { sent: fields }))
      const expected = underWay.has(operation.key) ? 'accepted' : 'done'
      if (kind !== expected)
        wrong.push(`${operation.key} ${dialect} ${kind} ${JSON.stringify(more)} ${JSON.stringify(body).slice(0, 150)}`)
    }
  }
  expect(wrong).toEqual([])
})
