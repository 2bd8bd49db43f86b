import { expect, test } from 'vitest'
import { sendingNote } from '../../../../renderer/kit/composables/useSendingNote.ts'

const edit = { kind: 'update', risk: 'edit', queueable: true } as const
const place = { baseUrl: 'https://platform.example.org', configured: true }
const link = (state: 'reachable' | 'unreachable' | 'unknown', sending: 'on' | 'paused' = 'on') => ({ state, sending })

// A promise that the ledger does not keep.
test('what may wait says for what it waits', () => {
  expect(sendingNote(edit, place, link('reachable')).kind).toBe('now')
  expect(sendingNote(edit, place, link('unreachable')).kind).toBe('when_reachable')
  expect(sendingNote(edit, place, link('unknown')).kind).toBe('unknown_reachability')
  expect(sendingNote(edit, place, undefined).kind).toBe('unknown_reachability')
  expect(sendingNote(edit, place, link('reachable', 'paused'))).toEqual({
    kind: 'when_resumed',
    key: 'common.sending.whenResumed',
  })
  expect(sendingNote(edit, place, link('unreachable', 'paused'))).toEqual({
    kind: 'when_resumed',
    key: 'common.sending.whenResumedOffline',
  })
  expect(sendingNote(edit, { baseUrl: '', configured: true }, link('unknown')).kind).toBe('when_reachable')
  expect(sendingNote(edit, { baseUrl: '', configured: false }, link('unknown')).key).toBe('common.sending.noAddress')
})

// A live command or money that is promised to go later.
test('live commands, money and what destroys never go later', () => {
  for (const risk of ['onair', 'money', 'destroy', 'edit'] as const) {
    for (const state of ['reachable', 'unreachable', 'unknown'] as const) {
      for (const sending of ['on', 'paused'] as const) {
        const { kind } = sendingNote({ kind: 'act', risk, queueable: false }, place, link(state, sending))
        expect(kind).toBe({ reachable: 'now', unreachable: 'refused_offline', unknown: 'unknown_reachability' }[state])
      }
    }
  }
  expect(sendingNote({ kind: 'act', risk: 'money', queueable: false }, place, link('unreachable')).key).toBe(
    'common.sending.refused.money',
  )
})
