// Reading a list of 100,000 records, compared with parsing it, plain and with each record wrapped.
import { readAnswer } from '#answers/answer.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { compare, type Verdict } from './measure.ts'

const many = 100_000

function records(): JsonObject[] {
  return Array.from({ length: many }, (_, n) => ({
    id: `ch_${String(n).padStart(8, '0')}`,
    customerId: `cus_${n % 977}`,
    amount: 100 + ((n * 37) % 90_000),
    currency: 'EUR',
    status: n % 9 === 0 ? 'pending' : 'succeeded',
    createdAt: '2026-11-22T20:00:00.000Z',
    description: `Seat ${n % 450} in the stalls`,
    captured: n % 3 === 0,
  }))
}

export async function benchReading(): Promise<Verdict[]> {
  const rows = records()
  const shapes: Array<[string, Json, number]> = [
    ['plain', { data: { id: 'list', status: 'ok', items: rows, total: many }, requestId: 'r' }, 1.2],
    [
      'with paging',
      {
        data: rows,
        meta: { pagination: { current_page: 1, last_page: 1, per_page: many, total: many, next_cursor: null } },
        links: [{ rel: 'self', href: '/charges?page=1' }],
      },
      1.3,
    ],
    ['in a wrapper each', { data: rows.map((charge) => ({ charge })), total: many }, 1.6],
    [
      'as JSON:API',
      {
        data: rows.map(({ id, ...attributes }) => ({ type: 'charge', id: id ?? null, attributes })),
        meta: { total: many },
      },
      1.6,
    ],
    [
      'as edges and nodes',
      { data: { charges: { edges: rows.map((node) => ({ cursor: 'x', node })), pageInfo: { hasNextPage: false } } } },
      1.6,
    ],
  ]
  const verdicts: Verdict[] = []
  for (const [name, shape, bound] of shapes) {
    const text = JSON.stringify(shape)
    const repeat = (work: () => number) => (count: number) => {
      for (let n = 0; n < count; n += 1) if (work() !== many) throw new Error('Not all records were read')
      return Promise.resolve()
    }
    const parsed = repeat(() => (JSON.parse(text) === null ? 0 : many))
    const read = repeat(() => {
      const reading = readAnswer(JSON.parse(text) as Json, { resource: 'payment/charge' })
      return reading.certainty === 'clear' && reading.complete ? reading.rows.length : 0
    })
    const result = await compare(
      [
        { name: 'parse', run: parsed },
        { name: 'both', run: read },
      ],
      { rounds: 15, count: 2, warmUp: 3 },
    )
    verdicts.push({
      name: `reading 100,000 records, ${name}: parse and read by parse`,
      ratio: result.ratio('both', 'parse'),
      bound,
      keep: 'at most',
      note: `${result.ms('parse').toFixed(0)} ms to parse, ${result.ms('both').toFixed(0)} ms to parse and read`,
    })
  }
  return verdicts
}
