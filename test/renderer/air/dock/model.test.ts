import { expect, test } from 'vitest'
import { readAddress } from '../../../../renderer/air/dock/address.ts'
import { refusalOf, type DockSituation } from '../../../../renderer/air/dock/refusal.ts'

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
