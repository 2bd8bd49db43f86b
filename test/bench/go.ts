// From a Go in the rundown to the first byte of its step on the wire, beside a single command with the same body.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endDesk, startDesk, type DeskConnection } from '../support/desk.ts'
import { median, type Verdict } from './measure.ts'
import { firstLine } from './press.ts'

const environment = 'development'
const operation = 'PUT /api/vote/embed/update'
const cueCount = 40
const rounds = 6
const pauseMs = 25

const bodyOf = (number: number) => ({ embedId: `press_${number}`, status: 'open' })
const pressed = () => ({ press: randomUUID(), pressedAt: new Date().toISOString() })
const now = (): number => performance.timeOrigin + performance.now()

const cueOf = (number: number) => ({
  ...{ id: `cue_${number}`, kind: 'cue' as const, title: `Cue ${number}`, note: '', colour: 'grey' as const },
  ...{ linked: false, skip: false },
  steps: [
    { id: 'open', name: 'Poll', action: { kind: 'operation' as const, operation, request: { body: bodyOf(number) } } },
  ],
})

export async function benchGo(): Promise<Verdict[]> {
  const platform = fork(join(import.meta.dirname, 'press-platform.ts'), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const { port } = await firstLine(platform)
  const baseUrl = `http://127.0.0.1:${port}`
  const desk = await startDesk({ args: ['--environment', environment, '--base-url', baseUrl] })
  try {
    const hand = await desk.connect()
    await hand.call('credentials.save', { environment, credential: 'apiKey', value: 'bench-key-1234' })
    const cues = Array.from({ length: cueCount }, (_, at) => cueOf(at))
    const { id } = await hand.call('rundown.save', { title: 'Bench', environment, template: false, cues })
    const times = { go: [] as number[], single: [] as number[] }
    for (let round = 0; round <= rounds; round += 1) {
      await hand.call('rundown.choose', { environment, id })
      for (let at = 0; at < cueCount; at += 1) {
        const request = { operation, body: bodyOf(at + cueCount) }
        const { id: saw } = await hand.call('ledger.newest', request)
        const single = now()
        await hand.call('ledger.submit', { ...request, environment, ...pressed(), saw })
        await wait(pauseMs)
        const gone = await go(hand, id)
        await wait(pauseMs)
        const arrived = (await (await fetch(`${baseUrl}/arrivals`)).json()) as Record<string, number>
        // The first round warms up.
        if (round === 0) continue
        times.single.push((arrived[at + cueCount] ?? Number.NaN) - single)
        times.go.push((arrived[at] ?? Number.NaN) - gone)
      }
    }
    const [gone, single] = [median(times.go), median(times.single)]
    return [
      {
        name: 'Go to the first byte of its step on the wire / a single command',
        ratio: gone / single,
        bound: 1.5,
        keep: 'at most',
        note: `p50 ${gone.toFixed(2)} ms, single ${single.toFixed(2)} ms, rundown of ${cues.length} cues`,
      },
    ]
  } finally {
    await endDesk(desk)
    platform.disconnect()
  }
}

/** When it was pressed; the firing is over. */
async function go(hand: DeskConnection, id: string): Promise<number> {
  const { position } = await hand.call('rundown.position', { environment })
  if (position === null) throw new Error('No rundown is chosen')
  const { revision, shown } = position
  const at = now()
  const gone = await hand.call('rundown.go', {
    id,
    revision,
    position: position.position,
    shown,
    environment,
    ...pressed(),
  })
  if (gone.outcome !== 'fired') throw new Error(`The Go ${gone.outcome}`)
  const { firing } = await hand.next(
    'firing.changed',
    (told) => told.firing?.id === gone.firing && told.firing.state !== 'running',
  )
  if (firing?.state !== 'done') throw new Error(`The cue is ${firing?.state}: ${JSON.stringify(firing?.steps)}`)
  return at
}
