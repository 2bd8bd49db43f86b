import { describe, expect, it } from 'vitest'
import type { DeskErrorShape } from '#contract/errors.ts'
import { eventOperations } from '../../../renderer/views/publishing/model/fields.ts'
import { emptyForm, toBody } from '../../../renderer/views/publishing/model/form.ts'
import { failedRows, publishable, rowOf, sameRequest, waitMs } from '../../../renderer/views/publishing/model/rows.ts'
import { intent } from './fixtures.ts'

const at = '2026-11-21T20:00:00.000Z'
const error = (code: DeskErrorShape['code'], more: Partial<DeskErrorShape> = {}): DeskErrorShape => ({
  code,
  message: 'x',
  retryable: false,
  ...more,
})
const rejected = (code: DeskErrorShape['code'], more: Partial<DeskErrorShape> = {}) =>
  rowOf('a', {
    intent: intent({ id: '1', state: 'rejected', error: error(code, more), settledAt: at }),
    inFlight: false,
  })

describe('a destination row', () => {
  // A row without its way out leaves the person with an error and nothing to press.
  it('offers what helps', () => {
    expect(rejected('authentication_required').actions).toEqual(['credential', 'retry'])
    expect(rejected('no_credentials').actions).toEqual(['credential', 'retry'])
    expect(rejected('not_authorized').actions).toEqual(['account', 'retry'])
    expect(rejected('unreachable').actions).toEqual(['retry'])
    expect(rejected('invalid_input', { fields: [{ path: 'details.scheduleDate', message: 'x' }] }).actions).toEqual([
      'fix',
      'retry',
    ])
    expect(rowOf('a', { intent: intent({ id: '1', state: 'queued' }), inFlight: false }).actions).toEqual(['cancel'])
  })

  // An unknown outcome that is sent again may be carried out twice.
  it('never offers to repeat what is unknown, on its way or confirmed', () => {
    expect(rowOf('a', { intent: intent({ id: '1', state: 'unknown' }), inFlight: false }).actions).toEqual([
      'reconcile',
      'applied',
      'notApplied',
    ])
    expect(rowOf('a', { intent: intent({ id: '1', state: 'confirmed' }), inFlight: false }).actions).toEqual([])
    expect(rowOf('a', { intent: intent({ id: '1', state: 'rejected' }), inFlight: true })).toEqual({
      key: 'a',
      state: 'sending',
      actions: [],
    })
  })

  // A retry before the limit resets only closes the gate for longer.
  it('counts down from the moment of the error', () => {
    const row = rejected('rate_limited', { retryAfterMs: 14_000 })
    expect(row.until).toBe('2026-11-21T20:00:14.000Z')
    expect(waitMs(row, Date.parse(at) + 4_000)).toBe(10_000)
    expect(waitMs(row, Date.parse(at) + 60_000)).toBe(0)
  })

  // What was refused before it was written has no intent, and must not look like the older one.
  it('shows a refusal over an older intent', () => {
    const row = rowOf('a', {
      intent: intent({ id: '1', state: 'confirmed' }),
      refused: { error: error('storage_full'), at },
      inFlight: false,
    })
    expect(row).toMatchObject({ state: 'rejected', error: { code: 'storage_full' }, actions: ['retry'] })
    expect(row.intent).toBeUndefined()
  })
})

describe('which rows are touched', () => {
  const rows = (['rejected', 'unknown', 'confirmed', 'cancelled', 'queued', 'sending'] as const).map((state) =>
    rowOf(state, { intent: intent({ id: state, state }), inFlight: false }),
  )

  // A retry of everything that also repeated what had worked is what users blame peers for.
  it('retries the failed ones alone', () => {
    expect(failedRows(rows).map(({ key }) => key)).toEqual(['rejected', 'cancelled'])
  })

  it('publishes over no row that is on its way, waiting or unknown', () => {
    expect(publishable(rows).map(({ key }) => key)).toEqual(['rejected', 'confirmed', 'cancelled'])
  })

  // Catches a destination that is made twice, and a change withheld because the one before is not done yet.
  it('publishes over what is only accepted, unless that would make it twice', () => {
    const accepted = (operation: string) =>
      rowOf('a', { intent: { ...intent({ id: '1', state: 'accepted' }), operation }, inFlight: false })
    expect(accepted(eventOperations.update).actions).toEqual(['reconcile', 'applied', 'notApplied'])
    expect(publishable([accepted(eventOperations.update)])).toHaveLength(1)
    expect(publishable([accepted(eventOperations.create)])).toEqual([])
  })

  // A retry under the same reference must send the same thing; an edited form is a new request.
  it('knows an unchanged request, whatever its flags and the order of its properties', () => {
    const form = emptyForm()
    form.details = { title: 'Night show', channel: 'one' }
    const planned = toBody(form)
    const sent = {
      details: { channel: 'one', title: 'Night show', started: true, startedOn: at },
      options: planned.options,
    }
    expect(sameRequest(sent, planned)).toBe(true)
    expect(sameRequest({ ...sent, details: { ...sent.details, title: 'Other' } }, planned)).toBe(false)
    expect(sameRequest('[text]', planned)).toBe(false)
  })
})
