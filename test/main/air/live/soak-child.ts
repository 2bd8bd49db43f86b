// Two hours of a show on a clock that tests move, in a process of its own so that its heap is its own: 20 values of all paces, two pages, a 429
// and a drop now and then. Prints what it measured as one line of JSON.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { createBench, failing, figures, list, mostInAMinute, status, tally, type Sent } from './watching-bench.ts'

const page: Json = {
  items: Array.from({ length: 200 }, (_, id) => ({ id: `item-${id}`, name: 'x'.repeat(100), amount: id * 100 })),
}

function heap(): number {
  const { gc } = globalThis as { gc?: () => void }
  if (gc === undefined) throw new Error('Run with --expose-gc')
  for (let time = 0; time < 4; time += 1) gc()
  return process.memoryUsage().heapUsed
}

let seed = 7
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647

const bench = createBench({ latencyMs: 120 })
const first = [1, 2, 3, 4, 5].flatMap((id) => [status(id), tally(id)])
const second = [1, 2, 3, 4, 5].flatMap((id) => [figures(id), list(id)])
bench.state.answering = () => {
  const chance = random()
  if (chance < 0.01)
    return new DeskError('rate_limited', 'Wait.', { retryAfterMs: 1_000 + Math.floor(random() * 9_000) })
  if (chance < 0.015) {
    bench.clock.after(3_000, () => bench.connect('reachable'))
    return failing('unreachable')
  }
  if (chance < 0.03) return failing('server_error')
  return structuredClone(page)
}

const counts = { sent: 0, told: 0, budgets: 0, most: 0, mostByItself: 0 }
let window: Sent[] = []
const heaps: number[] = []
for (let minute = 0; minute < 120; minute += 1) {
  await bench.stay(60_000, [
    { page: 'desk', watches: first, visible: true },
    { page: 'dock', watches: [...second, ...first.slice(0, 4)], visible: minute % 3 > 0 },
  ])
  for (let time = 0; time < minute % 15; time += 1) bench.depart('POST /api/video/create', 'person')
  const sent = bench.sent.splice(0)
  window = [...window.filter(({ at }) => at >= bench.clock.now() - 180_000), ...sent]
  counts.sent += sent.length
  counts.told += bench.told.splice(0).length
  counts.budgets += bench.budgets.splice(0).length
  counts.most = Math.max(counts.most, mostInAMinute(window))
  counts.mostByItself = Math.max(
    counts.mostByItself,
    mostInAMinute(window, ({ by }) => by === 'desk'),
  )
  if (minute >= 9 && minute % 10 === 9) heaps.push(heap())
}
const simulatedMs = bench.clock.now() - Date.parse('2026-11-22T20:00:00.000Z')
bench.watching.stop()
process.stdout.write(JSON.stringify({ ...counts, heaps, pending: bench.clock.pending(), simulatedMs }))
