// What must not compile. `npm run types` fails where a line below an @ts-expect-error is fine after all.
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { BridgeInput, BridgeOutput } from '#contract/bridge.ts'
import type { MethodDeclarations } from '#contract/methods/method.ts'
import type { Intent } from '#contract/models.ts'
import type { DeskClient } from 'showdesk/client'
import type { Handlers, HandlersOf } from '../../../main/bridge/handlers.ts'
import type { DeskEvents } from '../../../main/core/events.ts'

// Catches a contract whose types let everything through.
test('a call is typed by its method', () => {
  const calls = (client: DeskClient) => [
    client.call('desk.info'),
    client.call('ledger.get', { id: 'i1' }),
    // @ts-expect-error: there is no such method
    client.call('ledger.gett', { id: 'i1' }),
    // @ts-expect-error: the input has another type
    client.call('ledger.get', { id: 1 }),
    // @ts-expect-error: the input is missing
    client.call('ledger.get'),
    // @ts-expect-error: the input has a field too many
    client.call('ledger.get', { id: 'i1', more: true }),
    // @ts-expect-error: there is no such event
    client.on('ledger.change', () => undefined),
    // @ts-expect-error: the event carries something else
    client.on('ledger.changed', (intents: Intent[]) => intents),
  ]
  expectTypeOf(calls).toBeFunction()
  expectTypeOf<BridgeOutput<'ledger.get'>>().toEqualTypeOf<Intent>()
  expectTypeOf<BridgeOutput<'learned.get'>>().toExtend<object | null>()
  expectTypeOf<BridgeInput<'drafts.remove'>>().toEqualTypeOf<{ id: string; forever?: boolean | undefined }>()
})

// Catches a handler that answers what scripts and screens do not expect.
test('a handler is typed by its method', () => {
  const favourites: HandlersOf<'favourites'> = {
    'favourites.list': () => ({ operations: [] }),
    'favourites.set': ({ operation }) => Promise.resolve({ operations: [operation] }),
  }
  const wrong: Array<Partial<Handlers>> = [
    // @ts-expect-error: the answer has another type
    { 'favourites.list': () => ({ operations: [1] }) },
    // @ts-expect-error: the answer lacks a field
    { 'favourites.list': () => ({}) },
    // @ts-expect-error: an optional field is left out, never undefined
    { 'answers.part': () => ({ text: '', done: true }), 'transfers.read': () => ({ text: '', next: undefined }) },
    // @ts-expect-error: there is no such method
    { 'favourites.lists': () => ({ operations: [] }) },
  ]
  // @ts-expect-error: a method has no handler
  const incomplete: HandlersOf<'favourites'> = { 'favourites.list': () => ({ operations: [] }) }
  expect([favourites, ...wrong, incomplete]).toHaveLength(6)
})

// Catches an event that is told with less than its listeners read.
test('an event is typed by its name', () => {
  const told = (events: DeskEvents) => [
    events.emit('favourites.changed', { operations: [] }),
    // @ts-expect-error: the payload has another type
    events.emit('favourites.changed', { operations: [1] }),
    // @ts-expect-error: there is no such event
    events.emit('favourites.change', { operations: [] }),
  ]
  expectTypeOf(told).toBeFunction()
})

// Catches a method that is declared by half.
test('a declaration is whole', () => {
  const [input, output] = [z.strictObject({}), () => z.string()]
  const declared: MethodDeclarations[] = [
    { 'a.do': { scope: 'read', about: 'It.', input, output } },
    // @ts-expect-error: who may call it is not said
    { 'a.do': { about: 'It.', input, output } },
    // @ts-expect-error: what it answers is not said
    { 'a.do': { scope: 'read', about: 'It.', input } },
    // @ts-expect-error: there is no such scope
    { 'a.do': { scope: 'everything', about: 'It.', input, output } },
  ]
  expect(declared).toHaveLength(4)
})
