// From the press of a live command to the first byte on the wire: with the desk idle, and while 20 values are watched, 10,000 drafts are searched
// and an answer of 8 MiB comes in once a second.
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endDesk, startDesk, type DeskConnection } from '../support/desk.ts'
import { prose } from './drafts.ts'
import type { Verdict } from './measure.ts'

const presses = 300
const everyMs = 40
const drafts = 10_000

export async function benchPress(): Promise<Verdict[]> {
  const platform = fork(join(import.meta.dirname, 'press-platform.ts'), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const { port, bytes } = await firstLine(platform)
  const baseUrl = `http://127.0.0.1:${port}`
  const desk = await startDesk({ args: ['--environment', 'development', '--base-url', baseUrl] })
  try {
    const hand = await desk.connect()
    await hand.call('credentials.save', { environment: 'development', credential: 'apiKey', value: 'bench-key-1234' })
    for (let seed = 0; seed < drafts; seed += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          hand.call('drafts.save', {
            id: `draft-${seed + at}`,
            operation: 'POST /api/marketing/template/create',
            title: `Template ${seed + at}`,
            body: { name: 'T', htmlContent: prose(seed + at, 2_000) },
          }),
        ),
      )
    }
    await hand.call('drafts.list', { query: 'evening', limit: 50 })
    await press(hand, 0, 50)
    const idle = await measured(hand, baseUrl, 1_000)
    const load = fork(
      join(import.meta.dirname, 'press-load.ts'),
      [JSON.stringify({ url: desk.url, bridge: desk.bridge, token: desk.token, pid: desk.pid })],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    )
    await new Promise((done) => setTimeout(done, 3_000))
    const busy = await measured(hand, baseUrl, 2_000)
    load.disconnect()
    const said = ({ p50, p99 }: Percentiles) => `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`
    return [
      {
        name: `a press to its first byte on the wire, p99, with ${(bytes / 1_048_576).toFixed(1)} MiB answers, searches and 20 watched values / idle`,
        ratio: busy.p99 / idle.p99,
        bound: 2.5,
        keep: 'at most',
        note: `busy ${said(busy)}; idle ${said(idle)}`,
      },
    ]
  } finally {
    await endDesk(desk)
    platform.disconnect()
  }
}

interface Percentiles {
  p50: number
  p99: number
}

/** Presses one command after the other; answers when each left. */
async function press(hand: DeskConnection, from: number, count: number): Promise<Map<string, number>> {
  const left = new Map<string, number>()
  const answers: Array<Promise<unknown>> = []
  for (let at = from; at < from + count; at += 1) {
    left.set(String(at), performance.timeOrigin + performance.now())
    answers.push(
      hand.call('ledger.submit', {
        operation: 'PUT /api/vote/embed/update',
        body: { embedId: `press_${at}`, status: 'open' },
      }),
    )
    await new Promise((done) => setTimeout(done, everyMs))
  }
  await Promise.all(answers)
  return left
}

async function measured(hand: DeskConnection, baseUrl: string, from: number): Promise<Percentiles> {
  const left = await press(hand, from, presses)
  const arrived = (await (await fetch(`${baseUrl}/arrivals`)).json()) as Record<string, number>
  const times = [...left].map(([name, at]) => (arrived[name] ?? Number.NaN) - at).sort((a, b) => a - b)
  const of = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50: of(0.5), p99: of(0.99) }
}

export async function firstLine(child: ChildProcess): Promise<{ port: number; bytes: number }> {
  const { stdout } = child
  if (stdout === null) throw new Error('The platform has no stdout')
  return JSON.parse(await new Promise<string>((done) => createInterface({ input: stdout }).once('line', done))) as {
    port: number
    bytes: number
  }
}
