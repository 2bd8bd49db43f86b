// A running rehearsal platform and the ways the tests speak to it: fetch for whole answers, a bare socket for what a fault leaves of one.
import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Clock, Log } from '../../../../main/core/ports.ts'
import { startTestPlatform, type TestPlatform } from '../../../support/rehearsal/platform.ts'

/** Saturday, half past eight in the evening. */
export const showTime = Date.parse('2026-11-21T20:30:00.000Z')

/** Time stands still and timers wait until a test lets them go. */
interface StandingClock extends Clock {
  move(ms: number): void
  /** Milliseconds of every timer that waits. */
  waiting(): number[]
  /** Runs every timer that waits. */
  release(): void
}

function standingClock(): StandingClock {
  let now = showTime
  const timers = new Map<() => void, number>()
  return {
    now: () => now,
    after(ms, run) {
      const timer = () => run()
      timers.set(timer, ms)
      return () => void timers.delete(timer)
    },
    move: (ms) => void (now += ms),
    waiting: () => [...timers.values()],
    release() {
      const due = [...timers.keys()]
      timers.clear()
      for (const run of due) run()
    },
  }
}

/** Fails the test that makes the platform log an error. */
const strictLog: Log = {
  write(level, message, fields) {
    if (level === 'error') throw new Error(`${message} ${JSON.stringify(fields)}`)
  },
}

export interface Asked {
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** Nothing sends the full practice key; null sends no credential. */
  key?: string | null
}

export interface Told {
  status: number
  headers: Headers
  /** The whole JSON body, whatever it is. */
  whole: Json
  /** The same where it is an object, else empty. */
  content: JsonObject
  /** `data` of the body, empty for an error. */
  data: JsonObject
  /** `error` of the body, empty for a success. */
  error: JsonObject
}

export interface Stage extends TestPlatform {
  ask(route: string, asked?: Asked): Promise<Told>
  clock: StandingClock
}

export async function stage(): Promise<Stage> {
  const clock = standingClock()
  const rehearsal = await startTestPlatform({ clock, log: strictLog })
  onTestFinished(() => rehearsal.close())
  return { ...rehearsal, clock, ask: (route, asked) => ask(rehearsal.baseUrl, route, asked) }
}

/** `route` is `METHOD /path`, path parameters filled in. */
export async function ask(
  baseUrl: string,
  route: string,
  { query, body, headers, key = 'rehearsal-key' }: Asked = {},
): Promise<Told> {
  const [method = '', path = ''] = route.split(' ')
  const url = new URL(baseUrl + path)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === null ? {} : { 'x-service-api-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const whole = JSON.parse(await response.text()) as Json
  const content = object(whole)
  return {
    status: response.status,
    headers: response.headers,
    whole,
    content,
    data: object(content.data),
    error: object(content.error),
  }
}

/** What a socket sees of the answer to one request: every byte until the end, and whether the end was an error. */
export async function raw(
  baseUrl: string,
  route: string,
  body: unknown,
): Promise<{ text: string; ended: 'closed' | 'error' }> {
  const [method = '', path = ''] = route.split(' ')
  const sent = JSON.stringify(body)
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  let ended: 'closed' | 'error' = 'closed'
  socket.on('error', () => (ended = 'error'))
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Service-API-Key: rehearsal-key\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(sent)}\r\n\r\n${sent}`,
  )
  await once(socket, 'close')
  return { text: Buffer.concat(chunks).toString(), ended }
}

export function object(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

export function items(told: Told): JsonObject[] {
  return Array.isArray(told.data.items) ? told.data.items.map(object) : []
}

export function text(value: Json | undefined): string {
  if (typeof value !== 'string') throw new Error(`Expected text, found ${JSON.stringify(value)}`)
  return value
}

export function number(value: Json | undefined): number {
  if (typeof value !== 'number') throw new Error(`Expected a number, found ${JSON.stringify(value)}`)
  return value
}
