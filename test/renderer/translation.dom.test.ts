import { readFileSync } from 'node:fs'
import { mount } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import AgeText from '#kit/components/AgeText.vue'
import { i18n } from '../../renderer/kit/i18n.ts'

// Catches a page that a browser translates: it takes text out of the document, and what changes afterwards stands still.
test.each(['renderer/index.html', 'renderer/dock.html', 'renderer/air/overlay/overlay.html'])(
  '%s is not translated by the browser',
  (page) => {
    expect(/<html[^>]*>/.exec(readFileSync(page, 'utf8'))?.[0]).toContain('translate="no"')
  },
)

// Catches an age that stands still once a translator that asks nobody has put its own elements in place of the texts.
test('an age goes on after its text was replaced', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T20:00:00.000Z') })
  const wrapper = mount(AgeText, { props: { at: '2026-11-22T20:00:00.000Z' }, global: { plugins: [i18n] } })
  const translated = document.createElement('span')
  translated.append('hace 0 s')
  wrapper.find('span').element.firstChild?.replaceWith(translated)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(wrapper.text()).toBe('5 s ago')
  wrapper.unmount()
  vi.useRealTimers()
})
