import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { OnAirSummary } from '#contract/air/on-air.ts'
import type { EncoderState } from '#contract/air/encoder.ts'
import { encoderStatus } from '../../../renderer/air/encoder/status.ts'
import { onAirSentence } from '../../../renderer/air/on-air/sentence.ts'

const en = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../renderer/messages/en/onair.json'), 'utf8'),
) as { sentence: object }

const summary = (change: Partial<OnAirSummary>): OnAirSummary => ({
  code: 'off_air',
  live: [],
  paused: [],
  unknown: [],
  stale: false,
  ...change,
})
function say(key: string, values: Readonly<Record<string, string>> = {}): string {
  const found = key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], en.sentence)
  return String(found).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
const told = (change: Partial<OnAirSummary>): string =>
  onAirSentence(summary(change), say, (names) => names.join(' and '))

// Catches a destination that is on air and not named, one that is named although nobody knows, and software whose state
// is left out.
test.each<[Partial<OnAirSummary>, string]>([
  [{ code: 'nothing_chosen' }, 'No stream is chosen.'],
  [{}, 'The broadcast is off air.'],
  [{ code: 'on_air' }, 'The broadcast is on air.'],
  [{ code: 'on_air', live: ['Main stage', 'Radio'] }, 'The broadcast is on air at Main stage and Radio.'],
  [
    { code: 'on_air', live: ['Main stage'], paused: ['Radio'], unknown: ['Annex'] },
    'The broadcast is on air at Main stage. It is paused at Radio. Not known of Annex.',
  ],
  [{ code: 'paused', paused: ['Radio'] }, 'The broadcast is paused at Radio.'],
  [
    { software: { code: 'reconnecting', name: 'Studio' } },
    'The broadcast is off air. The streaming software is reconnecting.',
  ],
  [{ code: 'on_air', stale: true }, 'As last read: The broadcast is on air.'],
])('%j is told as a sentence', (change, sentence) => {
  expect(told(change)).toBe(sentence)
})

const active = { reconnecting: false, durationMs: 1, bytes: 1, skippedFrames: 0, totalFrames: 1 }
const base: EncoderState = {
  encoder: { id: 'enc_1', name: 'Studio', address: 'ws://127.0.0.1:4455', hasPassword: true, used: true },
  link: 'connected',
  everyMs: 2_000,
}

// Catches a lamp that is green because the software says that it is active.
test.each<[Partial<EncoderState> | undefined, string]>([
  [undefined, 'unread'],
  [{ link: 'unreachable' }, 'unreachable'],
  [{}, 'unread'],
  [{ stream: { ...active, active: false, growing: false } }, 'idle'],
  [{ stream: { ...active, active: true, growing: false } }, 'stalled'],
  [{ stream: { ...active, active: true, growing: true } }, 'sending'],
  [{ stream: { ...active, active: true, growing: true, reconnecting: true } }, 'reconnecting'],
])('%j is %s', (change, status) => {
  expect(encoderStatus(change === undefined ? undefined : { ...base, ...change })).toBe(status)
})
