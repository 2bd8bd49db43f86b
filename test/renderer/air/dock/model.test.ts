import { expect, test } from 'vitest'
import type { CommandTarget } from '#contract/commands.ts'
import { DeskError } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import { readAddress } from '../../../../renderer/air/dock/address.ts'
import { refusalOf, type DockSituation } from '../../../../renderer/air/dock/refusal.ts'
import { aimedAt, leadOf, placesOf } from '../../../../renderer/air/dock/transport.ts'
import { judge } from '../../../../renderer/air/dock/verdict.ts'
import { sampleIntent } from '../../support/sample-backend.ts'

const address = (text: string) => readAddress(new URL(text, 'http://127.0.0.1:41234'))

// Catches an address of the documentation that opens nothing, and a secret that is taken from where servers log it.
test('panel, secret and theme are read from the address', () => {
  expect(address('/dock/poll#g=s3_cr-et')).toEqual({ panel: 'poll', secret: 's3_cr-et' })
  expect(address('/dock/poll/#g=a')).toEqual({ panel: 'poll', secret: 'a' })
  expect(address('/dock.html?panel=money&theme=light#g=a')).toEqual({ panel: 'money', secret: 'a', theme: 'light' })
  expect(address('/dock/live?g=a')).toEqual({ panel: 'live' })
  expect(address('/dock/refunds#g=a')).toEqual({ secret: 'a' })
  expect(address('/dock/live#g=a%20b')).toEqual({ panel: 'live' })
})

const situation = (values: Partial<DockSituation>): DockSituation => ({
  addressed: true,
  linked: true,
  everLinked: true,
  door: undefined,
  refused: 0,
  granted: 'rehearsal',
  selected: 'rehearsal',
  ...values,
})

// Catches a dock that blames its address while the desk only starts anew, and one that shows values it may not have.
test('each state without values has its own reason', () => {
  expect(refusalOf(situation({}))).toBeUndefined()
  expect(refusalOf(situation({ addressed: false }))).toBe('address')
  expect(refusalOf(situation({ selected: 'production' }))).toBe('environment')
  expect(refusalOf(situation({ granted: undefined, selected: 'production' }))).toBeUndefined()
  const lost = { linked: false, door: undefined } as const
  expect(refusalOf(situation(lost))).toBeUndefined()
  expect(refusalOf(situation({ ...lost, door: 'silent' }))).toBeUndefined()
  expect(refusalOf(situation({ ...lost, door: 'silent', everLinked: false }))).toBe('gone')
  expect(refusalOf(situation({ ...lost, door: 'shut' }))).toBe('off')
  expect(refusalOf(situation({ ...lost, door: 'open', refused: 1 }))).toBeUndefined()
  expect(refusalOf(situation({ ...lost, door: 'open', refused: 2 }))).toBe('ended')
})

const target = (command: CommandTarget['command'], record: string, state: string, active: boolean): CommandTarget => ({
  command,
  record,
  name: record,
  state,
  active,
  readAt: '2026-11-21T20:00:00.000Z',
  shown: { stream: 'str_1', destinations: [{ key: record }] },
})
const targets = [
  target('start', 'a', 'live', false),
  target('pause', 'a', 'live', true),
  target('stop', 'a', 'live', true),
  target('start', 'b', 'off', true),
  target('stop', 'b', 'off', false),
  target('reveal', 'poll', 'live', true),
]

// Catches a poll among the destinations, a Stop for what is off the air, and a button for a command that the access lacks.
test('a press is about the destinations that it would change', () => {
  expect(placesOf(targets).map(({ record }) => record)).toEqual(['a', 'b'])
  expect(aimedAt('stop', targets, undefined).map(({ record }) => record)).toEqual(['a'])
  expect(aimedAt('start', targets, 'a')).toEqual([])
  const places = placesOf(targets)
  expect(leadOf(places, ['start', 'pause', 'stop'])).toBe('pause')
  expect(leadOf(places, ['start', 'stop'])).toBe('start')
  expect(leadOf(places, ['stop'])).toBeUndefined()
  expect(leadOf([{ record: 'a', name: 'a', state: 'paused' }], ['start', 'resume'])).toBe('resume')
})

const intent = (values: Partial<Intent>): Intent => ({ ...sampleIntent(0), error: undefined as never, ...values })
const sent = (values: Partial<Intent>) => ({
  asks: false,
  outcome: { outcome: 'sent' as const, intent: intent(values) },
})

// Catches "confirmed" for what nobody has seen, and a lost answer that is told as a refusal.
test('a command ends as what is known of it', () => {
  const settledAt = '2026-11-21T20:00:05.000Z'
  const verdict = (...args: Parameters<typeof judge>) => judge(...args).verdict
  expect(verdict({ asks: true }, undefined, undefined)).toBe('asking')
  expect(verdict({ asks: false }, undefined, undefined)).toBe('sending')
  expect(verdict({ asks: true, outcome: { outcome: 'lapsed' } }, undefined, undefined)).toBe('lapsed')
  expect(verdict(sent({ state: 'unknown' }), undefined, undefined)).toBe('unknown')
  expect(verdict(sent({ state: 'sending' }), intent({ state: 'confirmed', settledAt }), undefined)).toBe('confirmed')
  const active = target('start', 'a', 'off', true)
  expect(verdict(sent({ state: 'confirmed', settledAt }), undefined, active)).toBe('accepted')
  expect(
    verdict(sent({ state: 'confirmed', settledAt }), undefined, { ...active, readAt: '2026-11-21T20:00:09.000Z' }),
  ).toBe('contradicted')
  expect(verdict(sent({ state: 'confirmed', settledAt }), undefined, { ...active, active: false })).toBe('confirmed')
  expect(verdict(sent({ state: 'accepted' }), undefined, undefined)).toBe('accepted')
  expect(verdict(sent({ state: 'accepted' }), undefined, active)).toBe('accepted')
  expect(verdict(sent({ state: 'accepted' }), undefined, { ...active, active: false })).toBe('confirmed')
  expect(verdict(sent({ state: 'accepted' }), undefined, target('runAd', 'ad', 'active', false))).toBe('accepted')
  const again = target('runAd', 'ad', 'active', true)
  expect(verdict(sent({ state: 'confirmed', settledAt }), undefined, again)).toBe('confirmed')
  expect(verdict(sent({ state: 'rejected' }), undefined, undefined)).toBe('rejected')
  const lost = new DeskError('unreachable', 'The link dropped.', { operation: 'command.run' })
  expect(verdict({ asks: false, error: lost }, undefined, undefined)).toBe('lost')
  expect(verdict({ asks: false, error: new DeskError('forbidden', 'No.') }, undefined, undefined)).toBe('rejected')
})
