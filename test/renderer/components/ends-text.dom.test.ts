import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import EndsText from '../../../renderer/components/text/EndsText.vue'

// Catches rows that look the same because the one part that differs stands where the line is cut.
test('the end of a long line is never cut, and the text stays whole', () => {
  const names = ['Output one', 'Output two', 'Output three \u{1f3ac}']
  const tails = names.map((name) => {
    const text = `Stopped \u201cNight show main with a long name\u201d (${name})`
    const row = mount(EndsText, { props: { text } })
    expect(row.text()).toBe(text)
    const [head, tail] = [...row.element.querySelectorAll('span')]
    expect(head?.classList.contains('truncate')).toBe(true)
    expect(tail?.classList.contains('truncate')).toBe(false)
    return tail?.textContent
  })
  expect(new Set(tails).size).toBe(3)
  for (const [at, name] of names.entries()) expect(tails[at]).toContain(name)
  expect(mount(EndsText, { props: { text: 'Started' } }).element.querySelectorAll('span')).toHaveLength(1)
})
