import { expect, test } from 'vitest'
import PreShowCheck from '../../../../renderer/air/show/PreShowCheck.vue'
import { mountOnDesk } from '../../support/mount.ts'
import { sampleChecks } from '../../support/sample-check.ts'

const at = new Date(2026, 10, 22, 20, 44, 5)
const props = { at, busy: false, error: undefined }

// Catches a problem below ten items that are OK, a word for a state that a person has to guess, and a Fix on what is OK.
test('problems come first with their fix, and what is OK is folded', async () => {
  const checks = sampleChecks({ destinations: { state: 'fail', code: 'destinations_none', fix: 'publishing' } })
  const { wrapper } = await mountOnDesk(PreShowCheck, { ...props, checks })
  expect(wrapper.get('[data-check-result]').text()).toBe('1 problem, 2 to check')
  expect(wrapper.text()).toContain('Checked at 20:44:05')
  const open = wrapper.findAll('div > ul > [data-check]')
  expect(open.map((row) => row.attributes('data-check'))).toEqual(['destinations', 'channel', 'queue'])
  expect(open[0]?.text()).toMatch(/^Problem\s*Destinations\s*Nothing is published for this stream yet\.\s*Fix/)
  expect(open[0]?.get('a').attributes('href')).toBe('/publishing')
  const fine = wrapper.get('details')
  expect(fine.attributes('open')).toBeUndefined()
  expect(fine.get('summary').text()).toBe(`${checks.filter(({ state }) => state === 'ok').length} items are OK`)
  expect(fine.text()).toContain('Nov 22, 2026')
  expect(fine.find('a, button').exists()).toBe(false)
})

// Catches "Everything is OK" before anything was looked at.
test('nothing is said before the first check is done', async () => {
  const waiting = await mountOnDesk(PreShowCheck, { ...props, at: undefined, busy: true, checks: undefined })
  expect(waiting.wrapper.get('[data-check-result]').text()).toBe('')
  const ok = sampleChecks().filter(({ state }) => state === 'ok')
  const { wrapper } = await mountOnDesk(PreShowCheck, { ...props, checks: ok })
  expect(wrapper.get('[data-check-result]').text()).toBe('Everything is OK')
})
