import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { Component } from 'vue'
import EndsText from '../../../../renderer/kit/components/text/EndsText.vue'

const shown = (text: string) => mount(EndsText as Component, { props: { text } })

// Catches rows that look the same because the one part that differs stands where the line is cut.
test('the end of a long line is never cut, and the text stays whole', () => {
  const names = ['Output one', 'Output two', 'Output three \u{1f3ac}']
  const tails = names.map((name) => {
    const text = `Stopped \u201cNight show main with a long name\u201d (${name})`
    const row = shown(text)
    expect(row.text()).toBe(text)
    const [, head, tail] = row.findAll('span')
    expect(head?.classes()).toContain('truncate')
    expect(tail?.classes()).not.toContain('truncate')
    return tail?.text()
  })
  expect(new Set(tails).size).toBe(3)
  for (const [at, name] of names.entries()) expect(tails[at]).toContain(name)
  expect(shown('Started').findAll('span')).toHaveLength(2)
})
