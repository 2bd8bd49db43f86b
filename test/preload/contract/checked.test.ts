import { expect, test } from 'vitest'
import { bridgeMethods } from '#contract/bridge.ts'
import { bridgeEvents } from '#contract/events.ts'
import { checkAnswer, checkEvent } from '../../support/contract.ts'

// Catches a check of the tests' desks that lets everything through.
test('an answer that does not fit is named', () => {
  expect(() => checkAnswer('favourites.list', { operations: [] })).not.toThrow()
  expect(() => checkAnswer('favourites.list', { operations: [1] })).toThrow(
    /favourites\.list answers[^]*operations\[0\]/,
  )
  expect(() => checkAnswer('favourites.list', { operations: [], more: 1 })).toThrow(/more/)
  expect(() => checkAnswer('transfers.read', { text: '', next: undefined })).toThrow(/next/)
  expect(() => checkAnswer('constructor', {})).toThrow(/does not name it/)
})

test('an event that does not fit is named', () => {
  expect(() => checkEvent('desk.restarted', { startedAt: '2026-11-22T20:00:00.000Z' })).not.toThrow()
  expect(() => checkEvent('desk.restarted', { startedAt: 'now' })).toThrow(/desk\.restarted carries[^]*startedAt/)
  expect(() => checkEvent('toString', {})).toThrow(/does not name it/)
})

// Catches a schema that can't be built: it would first be noticed by the one test that asks for it.
test('every schema can be built, and once', () => {
  for (const method of Object.values(bridgeMethods)) expect(method.output()).toBeDefined()
  for (const payload of Object.values(bridgeEvents)) expect(payload()).toBeDefined()
  expect(bridgeMethods['ledger.get'].output()).toBe(bridgeMethods['ledger.hold'].output())
})
