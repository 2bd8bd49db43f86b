import { describe, expect, it } from 'vitest'
import { observe, offerOf, verdictOf } from '../../../renderer/views/publishing/model/observed.ts'
import { applyTransport, mayTransport, stateOfFlags, stateOfWord, withStateOf } from '#answers/transport.ts'
import { intent } from './fixtures.ts'

const at = '2026-11-21T20:00:00.000Z'
const later = '2026-11-21T21:00:00.000Z'

describe('a transport button', () => {
  // A flag without its timestamp, or a timestamp of an earlier run, would tell the platform two different things.
  it('sets flags and timestamps together', () => {
    const started = applyTransport('start', { title: 'Night show', stopped: true, stoppedOn: at, pausedOn: at }, later)
    expect(started).toEqual({
      title: 'Night show',
      started: true,
      paused: false,
      stopped: false,
      startedOn: later,
      stoppedOn: null,
    })
    const paused = applyTransport('pause', started, later)
    expect(paused).toMatchObject({ started: true, paused: true, pausedOn: later, startedOn: later })
    expect(applyTransport('resume', { ...paused, startedOn: at }, later)).toMatchObject({
      paused: false,
      startedOn: at,
    })
    expect(applyTransport('stop', paused, later)).toMatchObject({
      stopped: true,
      paused: false,
      stoppedOn: later,
      startedOn: later,
    })
  })

  // A second start of what runs, or a stop that is withheld from what may run, is seen by the audience.
  it('is there for the states that allow it', () => {
    const allowed = (state: Parameters<typeof mayTransport>[1]) =>
      (['start', 'pause', 'resume', 'stop'] as const).filter((action) => mayTransport(action, state))
    expect(allowed('live')).toEqual(['pause', 'stop'])
    expect(allowed('paused')).toEqual(['resume', 'stop'])
    expect(allowed('stopped')).toEqual(['start'])
    expect(allowed('unclear')).toEqual(['stop'])
    expect(allowed('unseen')).toEqual(['start', 'pause', 'stop'])
  })

  // A button that acts on a destination in another state, or on one that is busy, would fire twice.
  it('acts on the destinations whose state allows it, and says why where none does', () => {
    const live = { state: 'live' } as const
    const stopped = { state: 'stopped' } as const
    const known = { sent: true, published: true }
    expect(
      offerOf('stop', [
        { key: 'a', observed: live, busy: false, ...known },
        { key: 'b', observed: stopped, busy: false, ...known },
      ]),
    ).toEqual({ targets: ['a'] })
    expect(offerOf('start', [{ key: 'a', observed: live, busy: false, ...known }])).toEqual({
      targets: [],
      refusal: 'live',
    })
    expect(offerOf('start', [{ key: 'a', observed: stopped, busy: true, ...known }])).toEqual({
      targets: [],
      refusal: 'busy',
    })
    expect(offerOf('start', [])).toEqual({ targets: [], refusal: 'none' })
  })
})

describe('what is on air', () => {
  // A state taken from what was meant rather than from what was confirmed would light up while nothing runs.
  it('comes from the confirmed command, not from a rejected one', () => {
    const started = intent({ id: '1', state: 'confirmed', details: { started: true }, settledAt: at })
    const rejected = intent({ id: '2', state: 'rejected', details: { started: true, stopped: true }, settledAt: later })
    expect(observe(rejected, started)).toEqual({ state: 'live', at, source: 'flags' })
    expect(observe(rejected, undefined)).toEqual({ state: 'unseen' })
  })

  // An unknown stop must not be shown as still running, nor as stopped.
  it('is unclear while a command that would change it is unknown', () => {
    const started = intent({ id: '1', state: 'confirmed', details: { started: true }, settledAt: at })
    expect(
      observe(
        intent({ id: '2', state: 'unknown', details: { started: true, stopped: true }, settledAt: later }),
        started,
      ),
    ).toEqual({ state: 'unclear', at: later })
    expect(
      observe(intent({ id: '3', state: 'unknown', details: { started: true, title: 'New' } }), started).state,
    ).toBe('live')
  })

  // The platform's own word counts more than the flags; a word that names no state says nothing.
  it('takes the status that the answer names', () => {
    const stopped = intent({
      id: '1',
      state: 'confirmed',
      details: { started: true },
      status: 'Stopped',
      settledAt: at,
    })
    expect(observe(stopped, stopped)).toEqual({ state: 'stopped', at, source: 'answer' })
    expect(verdictOf('start', stopped)).toBe('contradicted')
    expect(
      verdictOf('start', intent({ id: '2', state: 'confirmed', details: { started: true }, status: 'updated' })),
    ).toBe('confirmed')
    expect(verdictOf('start', intent({ id: '3', state: 'unknown', details: { started: true } }))).toBe('not_confirmed')
    expect([stateOfWord('On air'), stateOfWord('active'), stateOfWord(7)]).toEqual(['live', undefined, undefined])
  })

  // A repeated start that took the form's flags instead of the failed command's would start nothing.
  it('carries state fields over as a whole', () => {
    expect(withStateOf({ title: 'New', started: false, pausedOn: at }, { started: true, startedOn: at })).toEqual({
      title: 'New',
      started: true,
      startedOn: at,
    })
    expect([stateOfFlags({}), stateOfFlags({ started: false }), stateOfFlags({ started: true, paused: true })]).toEqual(
      [undefined, 'off', 'paused'],
    )
  })
})

// Catches an event that goes on air although it was never published, and a stop that is missing where something was sent.
describe('an event that is not published', () => {
  const place = (more: object) => ({
    ...{ key: 'a', observed: { state: 'unseen' as const }, busy: false, sent: false, published: false },
    ...more,
  })
  it.each(['start', 'pause', 'resume'] as const)('has no %s by itself', (action) => {
    expect(offerOf(action, [place({})])).toEqual({ targets: [], refusal: 'unpublished' })
    // Sent, and refused or unknown: nobody knows that it is there.
    expect(offerOf(action, [place({ sent: true })])).toEqual({ targets: [], refusal: 'unpublished' })
  })
  it('has a stop as soon as something was ever sent', () => {
    expect(offerOf('stop', [place({})])).toEqual({ targets: [], refusal: 'unpublished' })
    for (const state of ['unseen', 'unclear', 'off', 'live', 'paused'] as const)
      expect(offerOf('stop', [place({ sent: true, observed: { state } })]).targets, state).toEqual(['a'])
    expect(offerOf('stop', [place({ sent: true, observed: { state: 'stopped' } })])).toEqual({
      targets: [],
      refusal: 'stopped',
    })
  })
  it('is started where it is published, and nowhere else', () => {
    const both = [place({ key: 'a', sent: true, published: true }), place({ key: 'b' })]
    expect(offerOf('start', both)).toEqual({ targets: ['a'] })
  })
})
