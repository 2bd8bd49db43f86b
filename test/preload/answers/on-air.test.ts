import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EncoderState } from '#contract/air/encoder.ts'
import { onAirSummary, sendingOf, type OnAirFacts } from '#answers/on-air.ts'
import type { AirState } from '#answers/transport.ts'

const now = Date.parse('2026-03-01T20:15:00.000Z')
const at = (ms: number): string => new Date(ms).toISOString()
const facts = (more: Partial<OnAirFacts> = {}): OnAirFacts => ({
  stream: { name: 'Night show' },
  status: { state: 'off' },
  destinations: [],
  readAt: at(now),
  stale: false,
  encoder: undefined,
  now,
  offsetMs: 0,
  ...more,
})
const software = (stream: Partial<EncoderState['stream']>, more: Partial<EncoderState> = {}): EncoderState => ({
  encoder: { id: 'e1', name: 'Studio PC', address: 'ws://127.0.0.1:4455', hasPassword: false, used: true },
  link: 'connected',
  everyMs: 2_000,
  readAt: at(now - 1_000),
  stream: {
    active: true,
    reconnecting: false,
    growing: true,
    durationMs: 60_000,
    bytes: 1,
    skippedFrames: 0,
    totalFrames: 1,
    ...stream,
  },
  ...more,
})

// Catches a sentence that leaves out where something is on air, or since when.
test('it names where it is on air, since when, and of what nobody knows', () => {
  const summary = onAirSummary(
    facts({
      destinations: [
        { name: 'Alpha', state: 'live', startedAt: now - 900_000 },
        { name: 'Beta', state: 'live', startedAt: now - 600_000 },
        { name: 'Gamma', state: 'unclear' },
        { name: 'Delta', state: 'stopped' },
        { name: 'Epsilon', state: 'paused' },
      ],
      offsetMs: 2_000,
    }),
  )
  expect(summary).toEqual({
    code: 'on_air',
    live: ['Alpha', 'Beta'],
    paused: ['Epsilon'],
    unknown: ['Gamma'],
    stale: false,
    since: at(now - 898_000),
    readAt: at(now),
  })
})

// Catches a desk that says "off air" while something may be on air, or before anything was read.
test('off air is only said where everything says so', () => {
  const code = (more: Partial<OnAirFacts>) => onAirSummary(facts(more)).code
  expect(code({})).toBe('off_air')
  expect(code({ status: undefined })).toBe('unknown')
  expect(code({ status: { state: 'unseen' } })).toBe('unknown')
  expect(code({ destinations: [{ name: 'Alpha', state: 'unclear' }] })).toBe('unknown')
  expect(code({ status: undefined, destinations: [{ name: 'Alpha', state: 'stopped' }] })).toBe('off_air')
  expect(code({ status: { state: 'paused' } })).toBe('paused')
  expect(code({ status: { state: 'live' } })).toBe('on_air')
  expect(code({ stream: undefined })).toBe('nothing_chosen')
  expect(onAirSummary(facts({ stale: true })).stale).toBe(true)
})

// Catches a light that is green because the software says that it is active, through an outage or from an old reading.
test('software sends where it is active, connected again, growing and read lately', () => {
  expect(sendingOf(software({}), now)).toBe('sending')
  expect(sendingOf(software({ reconnecting: true, growing: false }), now)).toBe('reconnecting')
  expect(sendingOf(software({ growing: false }), now)).toBe('unknown')
  expect(sendingOf(software({ active: false }), now)).toBe('not_sending')
  expect(sendingOf(software({}), now + 6_000)).toBe('unknown')
  expect(sendingOf(software({ active: false }, { link: 'unreachable' }), now)).toBe('unknown')
  const { software: said } = onAirSummary(facts({ encoder: software({}) }))
  expect(said).toEqual({ code: 'sending', name: 'Studio PC', since: at(now - 61_000) })
  expect(onAirSummary(facts({ encoder: { link: 'off', everyMs: 2_000 } })).software).toBeUndefined()
})

// Catches any state in which a live destination is not on air, or one that nobody knows is said to be off.
test('one live destination is on air, and one that is unclear is never off', () => {
  const state = fc.constantFrom<AirState>('unseen', 'off', 'live', 'paused', 'stopped', 'unclear')
  fc.assert(
    fc.property(fc.option(state, { nil: undefined }), fc.array(state, { maxLength: 4 }), (status, states) => {
      const destinations = states.map((one, place) => ({ name: `D${place}`, state: one }))
      const { code, live, unknown } = onAirSummary(facts({ status: status && { state: status }, destinations }))
      if (states.includes('live')) expect(code).toBe('on_air')
      if (code === 'off_air') expect([...live, ...unknown]).toEqual([])
    }),
  )
})
