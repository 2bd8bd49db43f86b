// What an overlay draws, and when it draws nothing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OverlayFrame, OverlayValue } from '#contract/overlay.ts'
import { createScreen, type Screen } from '../../../../renderer/air/overlay/screen.ts'

let root: HTMLElement
let screen: Screen
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T20:00:00.000Z') })
  root = document.createElement('div')
  document.body.append(root)
  screen = createScreen(root, 'en')
})
afterEach(() => {
  screen.stop()
  root.remove()
  vi.useRealTimers()
})

const frameOf = (value: OverlayValue | null, more: Partial<OverlayFrame> = {}): OverlayFrame => ({
  kind: value?.kind ?? 'poll',
  environment: 'rehearsal',
  ageMs: 0,
  everyMs: 10_000,
  value,
  ...more,
})
const poll = (votes: number, revealed = true): OverlayValue => ({
  kind: 'poll',
  question: 'Who comes next?',
  answers: [
    { text: 'A cook', votes: revealed ? votes : null, share: revealed ? votes / (votes + 2) : null },
    { text: 'A diver', votes: revealed ? 2 : null, share: revealed ? 2 / (votes + 2) : null },
  ],
  votes: votes + 2,
  revealed,
})
const texts = () =>
  [...root.querySelectorAll<HTMLElement>('p, span')]
    .filter((node) => !node.hidden && node.closest('[hidden]') === null && node.querySelector('p, span') === null)
    .map((node) => node.textContent)
    .filter((text) => text !== '')
const isEmpty = () => root.querySelector('.overlay') === null

// Catches a poll whose percentages do not add up, and one that shows votes before they are revealed.
test('a poll shows its votes once they are revealed', () => {
  screen.take(frameOf(poll(1, false)))
  expect(texts()).toEqual(['Who comes next?', 'A cook', 'A diver', '3 votes'])
  expect(root.querySelector('.fill')).toBeNull()
  screen.take(frameOf(poll(1)))
  expect(texts()).toEqual(['Who comes next?', 'A cook', '33%', 'A diver', '67%', '3 votes'])
  expect([...root.querySelectorAll<HTMLElement>('.fill')].map(({ style }) => style.width)).toEqual(['33%', '67%'])
})

// Catches bars that are built anew each second, so that they flicker.
test('a new number changes what is there', () => {
  screen.take(frameOf(poll(1)))
  const box = root.querySelector('.overlay')
  screen.take(frameOf(poll(6)))
  expect(root.querySelector('.overlay')).toBe(box)
  expect(texts()).toContain('75%')
})

// Catches a number that stays on the picture of a frozen desk.
test('3 s after the last frame nothing is there', () => {
  screen.take(frameOf(poll(1)))
  vi.advanceTimersByTime(2_000)
  screen.take(frameOf(poll(1)))
  vi.advanceTimersByTime(2_999)
  expect(isEmpty()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isEmpty()).toBe(true)
  screen.take(frameOf(poll(2)))
  expect(isEmpty()).toBe(false)
})

// Catches an old number that is kept alive by the heartbeat, and one that a refusal leaves behind.
test('an old value, none and a refusal show nothing', () => {
  screen.take(frameOf(poll(1), { ageMs: 29_500 }))
  expect(isEmpty()).toBe(false)
  vi.advanceTimersByTime(500)
  expect(isEmpty()).toBe(true)
  screen.take(frameOf(poll(1)))
  screen.take(frameOf(null, { because: 'stale' }))
  expect(isEmpty()).toBe(true)
  screen.take(frameOf(poll(1)))
  screen.clear()
  expect(isEmpty()).toBe(true)
})

// Catches a countdown that stands still between two frames, or goes below zero.
test('times move by themselves', () => {
  const at = new Date(Date.now() + 2_400).toISOString()
  screen.take(frameOf({ kind: 'countdown', title: 'Night show', at }))
  expect(texts()).toEqual(['Night show', '0:03'])
  vi.advanceTimersByTime(401)
  expect(texts()).toEqual(['Night show', '0:02'])
  vi.advanceTimersByTime(2_100)
  expect(texts()).toEqual(['Night show', '0:00'])
  const since = new Date(Date.now() - 59_500).toISOString()
  screen.take(frameOf({ kind: 'onair', onAir: true, since }))
  expect(texts()).toEqual(['On air', '0:59'])
  vi.advanceTimersByTime(501)
  expect(texts()).toEqual(['On air', '1:00'])
})

// Catches a lamp that is lit, or a dark one that covers the picture, while the stream is off air.
test('off air there is no lamp', () => {
  screen.take(frameOf({ kind: 'onair', onAir: true }))
  expect(texts()).toEqual(['On air'])
  screen.take(frameOf({ kind: 'onair', onAir: false }))
  expect(isEmpty()).toBe(true)
})

// Catches a goal in fractions, and a bar where there is no goal.
test('a goal shows amounts, and its part where there is a target', () => {
  const goal = { kind: 'goal', title: 'New lights', currency: 'EUR', digits: 2 } as const
  screen.take(frameOf({ ...goal, raised: 50_050, target: 200_000 }))
  expect(texts()).toEqual(['New lights', '500.50 EUR', 'of 2,000.00 EUR', '25%'])
  screen.take(frameOf({ ...goal, raised: 50_050, target: null }))
  expect(texts()).toEqual(['New lights', '500.50 EUR'])
  expect(root.querySelector<HTMLElement>('.track')?.hidden).toBe(true)
})

// Catches markup of a platform that becomes part of the page.
test('what the platform wrote is text', () => {
  screen.take(frameOf({ kind: 'sponsor', name: '<img src=x onerror=alert(1)>', text: '<b>line</b>' }))
  expect(root.querySelector('img, b')).toBeNull()
  expect(texts()).toEqual(['Sponsor', '<img src=x onerror=alert(1)>', '<b>line</b>'])
})
