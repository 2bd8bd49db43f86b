// The link of an overlay, over sockets that a test opens, closes and leaves silent.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OverlayFrame } from '#contract/overlay.ts'
import { backOff, connect } from '../../../../renderer/air/overlay/connect.ts'

class Socket extends EventTarget {
  static readonly OPEN = 1
  static all: Socket[] = []
  readyState = 0
  sent: Array<{ id: number; method: string; params: unknown }> = []
  readonly address: string
  readonly protocols: string[]
  constructor(address: string, protocols: string[]) {
    super()
    this.address = address
    this.protocols = protocols
    Socket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as (typeof this.sent)[number])
  }
  close(): void {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
  opens(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  says(message: object | string): void {
    const data = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
}
const newest = (): Socket => {
  const socket = Socket.all.at(-1)
  if (socket === undefined) throw new Error('No socket was opened')
  return socket
}
const frame = (more: Partial<OverlayFrame> = {}): OverlayFrame => ({
  kind: 'onair',
  environment: 'rehearsal',
  ageMs: 0,
  everyMs: 10_000,
  value: { kind: 'onair', onAir: true },
  ...more,
})

const frames: Array<OverlayFrame | undefined> = []
let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  Socket.all = []
  frames.length = 0
  end = connect({
    address: 'ws://127.0.0.1:1/bridge',
    secret: 'abc',
    kind: 'onair',
    onFrame: (next) => frames.push(next),
    Socket: Socket as unknown as typeof WebSocket,
  })
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

// Catches a follow that ends after half a minute, and a secret in the address of the connection.
test('it asks when it opens and every 10 s', () => {
  expect(newest()).toMatchObject({ address: 'ws://127.0.0.1:1/bridge', protocols: ['showdesk.v1', 'bearer.abc'] })
  newest().opens()
  expect(newest().sent).toMatchObject([{ method: 'overlay.follow', params: { kind: 'onair' } }])
  for (let second = 0; second < 30; second += 1) {
    vi.advanceTimersByTime(1_000)
    newest().says({ method: 'overlay.value', params: frame() })
  }
  expect(newest().sent).toHaveLength(4)
  expect(Socket.all).toHaveLength(1)
})

// Catches the number of another kind, and a message that ends the link.
test('it takes the answer and the events of its own kind', () => {
  newest().opens()
  newest().says({ id: 1, result: frame() })
  newest().says({ method: 'overlay.value', params: frame({ kind: 'goal', value: null }) })
  newest().says({ method: 'live.value', params: frame() })
  newest().says('{')
  newest().says('null')
  newest().says({ method: 'overlay.value', params: frame({ ageMs: 7 }) })
  expect(frames.map((one) => one?.ageMs)).toEqual([0, 7])
})

// Catches an overlay that is empty until it is loaded again, after the desk was closed for a night.
test('it connects again without end, at most 5 s apart', () => {
  expect([0, 1, 2, 3, 4, 900].map(backOff)).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000])
  for (let tries = 0; tries < 1_000; tries += 1) {
    newest().close()
    vi.advanceTimersByTime(5_000)
  }
  expect(Socket.all).toHaveLength(1_001)
  newest().opens()
  newest().says({ id: 1, result: frame() })
  newest().close()
  vi.advanceTimersByTime(500)
  expect(Socket.all).toHaveLength(1_002)
})

// Catches a desk that accepts and closes at once, which would be asked twice a second for ever.
test('a link that never says anything does not count as one', () => {
  for (let tries = 0; tries < 10; tries += 1) {
    newest().opens()
    newest().close()
    vi.advanceTimersByTime(5_000)
  }
  expect(Socket.all).toHaveLength(11)
})

// Catches an overlay that waits for ever on a link that leads nowhere.
test('a silent link is left for a new one', () => {
  newest().opens()
  newest().says({ id: 1, result: frame() })
  const first = newest()
  vi.advanceTimersByTime(15_500)
  expect(newest()).not.toBe(first)
  expect(first.readyState).toBe(3)
  // What the old one still says is not taken.
  first.says({ method: 'overlay.value', params: frame() })
  expect(frames).toHaveLength(1)
})

// Catches an overlay that stays empty for long after a moment in another environment.
test('a refusal clears it and is asked again after 2 s', () => {
  newest().opens()
  newest().says({ id: 1, error: { code: -32_000, message: 'Refused' } })
  expect(frames).toEqual([undefined])
  vi.advanceTimersByTime(2_000)
  expect(newest().sent).toHaveLength(2)
})
