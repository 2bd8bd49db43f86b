// Kept answers against fresh ones: real servers, the real client, and a second start on the same profile.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { mask } from '#contract/mask.ts'
import type { AnswerBody, Exchange, HistoryRecord } from '#contract/requests.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { migrations } from '../../../../main/core/storage/migrations/index.ts'
import { openProfileWith } from '../../../../main/core/storage/open.ts'
import { apiKey, read, serve } from '../client/support.ts'
import { handedOut, makeRequests } from '../requests/support.ts'
import { quietLog } from '../ledger/support.ts'
import { temporary } from '../../core/storage/support.ts'
import { createBench, note } from './support.ts'

const withoutId = (body: AnswerBody | undefined) => body && { ...body, id: '' }
/** What a viewer gets of either. */
const shown = ({ wire, body }: Pick<HistoryRecord, 'wire' | 'body'>) => ({ ...wire, body: withoutId(body) })
const fresh = ({ headers, location, error, body }: Exchange) => ({
  headers,
  ...(location && { location }),
  ...(error && { error }),
  body: withoutId(body),
})

async function keep(status: number, body: string | Buffer, headers: Record<string, string | string[]>) {
  const { base } = await serve((_, response) => response.writeHead(status, headers).end(body))
  const made = makeRequests(base)
  const exchange = await made.requests.read({ operation: read.key })
  const [noted] = made.noted
  if (noted === undefined) throw new Error('The read was not told.')
  const first = await createBench()
  first.redactor.learn(apiKey)
  first.history.configure({ reads: 'answers' })
  const id = note(first, noted)
  await first.history.stop()
  first.database.close()
  const bench = await createBench({ folder: first.folder })
  bench.redactor.learn(apiKey)
  return { bench, id, exchange, out: handedOut(made.answers, exchange), folder: first.folder }
}

const json = { 'Content-Type': 'application/json; charset=utf-8' }
const page = `<!doctype html>${Array.from({ length: 500 }, (_, n) => `<p>${n * 7_919}</p>`).join('')}`
const half = (text: string): Buffer => gzipSync(text).subarray(0, -20)

// Catches a kept answer without its headers or type, one that is taken for something else than it was, and a sentence on what was wrong with it that is lost.
test.each([
  ['JSON', 200, '{"data":{"id":"a1"}}', { ...json, 'X-Request-Id': 'req-1', 'Set-Cookie': ['a=1', 'b=2'] }],
  ['nothing', 204, '', {}],
  ['a redirect', 302, '', { Location: 'https://pay.example.org/x?y=1' }],
  [
    'a refusal with fields',
    400,
    '{"error":{"code":"invalid_request","message":"No","fields":{"title":"Too long"}}}',
    json,
  ],
  ['a page', 200, '<!doctype html><p>Sign in</p>', { 'Content-Type': 'text/html' }],
  ['text that claims JSON', 200, '{"data":', json],
  ['JSON that claims nothing', 200, '[1]', {}],
  [
    'bytes that are no UTF-8',
    200,
    Buffer.concat([Buffer.from('{"name":"M'), Buffer.from([0xfc]), Buffer.from('ller"}')]),
    json,
  ],
  ['a picture', 200, Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1'), { 'Content-Type': 'image/png' }],
  [
    'bytes with a secret',
    200,
    Buffer.concat([Buffer.from('\x89PNG\0', 'latin1'), Buffer.from(apiKey)]),
    { 'Content-Type': 'image/png' },
  ],
  [
    'JSON with a secret',
    200,
    `{"data":{"note":"${apiKey}","password":"hunter-2-hunter"}}`,
    { ...json, 'X-Echo': `was ${apiKey}`, 'X-Auth-Token': 'abc' },
  ],
  ['half a page', 200, half(page), { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }],
  ['digits and names that are lost', 200, '{"a":1,"a":2,"id":9007199254740993}', json],
])('%s is opened again as it came', async (_, status, body, headers) => {
  const { bench, id, exchange, out, folder } = await keep(status, body, headers)
  const record = await bench.history.get(id)
  expect(record).toMatchObject({ kept: true, status })
  expect(shown(record)).toEqual(fresh(exchange))
  expect(handedOut(bench.answers, record)).toBe(out)
  expect(record.wire?.headers.length).toBeGreaterThan(0)
  for (const file of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    const bytes = readFileSync(join(folder, file.name))
    for (const secret of [apiKey, 'hunter-2-hunter', 'a=1']) expect(bytes.includes(secret), file.name).toBe(false)
  }
})

// Catches a secret that was stored after the answer was kept and comes back with its headers or its text.
test('what has become a secret since is masked in both', async () => {
  const { bench, id } = await keep(200, '{"data":{"note":"later-secret-1"}}', {
    ...json,
    'X-Echo': 'was later-secret-1',
  })
  bench.redactor.learn('later-secret-1')
  const record = await bench.history.get(id)
  expect(record.body?.masked).toBe(true)
  expect(handedOut(bench.answers, record)).toBe(`{"data":{"note":"${mask}"}}`)
  expect(record.wire?.headers).toContainEqual(['X-Echo', `was ${mask}`])
})

// Catches a profile of before whose kept answers are gone, or whose reads can't be opened.
test('an answer that was kept without its head is shown all the same', async () => {
  const folder = await temporary()
  const old = await openProfileWith(migrations.slice(0, 5), { folder, clock: systemClock, log: quietLog })
  const blob = gzipSync('t{"data":1}')
  old
    .statement(
      "INSERT INTO reads (id, at, operation, product, environment, outcome, attempts, request, answer) VALUES ('r1', '2026-11-20T00:00:00.000Z', 'GET /api/team/general/all', 'Teams', 'rehearsal', 'answered', 1, '{}', ?)",
    )
    .run(blob)
  old.close()
  const bench = await createBench({ folder })
  const record = await bench.history.get('r1')
  expect(record).toMatchObject({ kept: true, body: { kind: 'json', bytes: 10 } })
  expect(record).not.toHaveProperty('wire')
  expect(handedOut(bench.answers, record)).toBe('{"data":1}')
})

// Catches answers that stay although a person had them forgotten, pinned ones and reads that go with them, and heads that outlive their answer.
test('what is kept is counted and forgotten in every environment, answers alone or whole reads', async () => {
  const bench = await createBench()
  bench.history.configure({ reads: 'answers' })
  const head = () => ({ about: { kind: 'text' as const, bytes: 1, problems: [] }, headers: [] })
  for (const environment of ['rehearsal', 'production'] as const) {
    for (let n = 0; n < 210; n += 1) note(bench, { environment, answer: () => 'x', head })
    note(bench, { environment })
  }
  const pinned = note(bench, { answer: () => 'x', head })
  await bench.history.mark({ id: pinned, pinned: true })
  const write = bench.write()
  expect(await bench.history.kept()).toEqual({ reads: 422, answers: 420 })
  bench.history.configure({ reads: 'requests' })
  expect(await bench.history.forget({ kept: 'answers' })).toBe(420)
  expect(await bench.history.kept()).toEqual({ reads: 422, answers: 0 })
  expect(bench.database.statement('SELECT count(*) AS n FROM reads WHERE head IS NOT NULL').get()?.n).toBe(1)
  expect((await bench.history.get(pinned)).kept).toBe(true)
  expect(await bench.history.forget({ kept: 'reads' })).toBe(422)
  expect(bench.ids('reads')).toEqual([pinned])
  expect(bench.ids('intents')).toEqual([write.id])
})
