import { mount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { defineComponent, h, ref, type Component } from 'vue'
import PickList from '../../../../renderer/kit/components/field/PickList.vue'
import { i18n } from '../../../../renderer/kit/i18n.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

const rows = ['Afternoon workshop', 'Night show main', 'Night show spare'].map((name, place) => ({
  id: `str_${place}`,
  name,
}))

function pickList() {
  const picked: string[] = []
  const host = defineComponent(() => {
    const query = ref('')
    return () =>
      h(PickList as Component, {
        query: query.value,
        'onUpdate:query': (text: string) => (query.value = text),
        rows: rows.filter(({ name }) => name.toLowerCase().includes(query.value)),
        label: 'Streams',
        placeholder: 'Type to filter',
        chosen: 'str_2',
        onPick: ({ id }: { id: string }) => picked.push(id),
      })
  })
  const wrapper = mount(host, { global: { plugins: [i18n] }, attachTo: document.body })
  const search = wrapper.find<HTMLInputElement>('input')
  const active = () => wrapper.find('[data-active="true"]').attributes('data-option')
  return { wrapper, search, picked, active }
}

// A chooser that ignored the keyboard: what was typed narrowed the list, but only a pointer could take from it.
test('typing, arrows and Enter choose', async () => {
  const { search, picked, active } = pickList()
  expect(active(), 'begins at what is chosen').toBe('str_2')
  await search.setValue('night')
  expect(active()).toBe('str_1')
  await search.trigger('keydown', { key: 'ArrowDown' })
  expect(active()).toBe('str_2')
  await search.trigger('keydown', { key: 'ArrowDown' })
  expect(active(), 'and around').toBe('str_1')
  expect(search.attributes('aria-activedescendant')).toBe(
    document.querySelector('[data-active="true"]')?.getAttribute('id'),
  )
  await search.trigger('keydown', { key: 'Enter', repeat: true })
  expect(picked, 'a key that is kept down chooses nothing').toEqual([])
  await search.trigger('keydown', { key: 'Enter' })
  expect(picked).toEqual(['str_1'])
})

// Enter over an empty list must not take what was there before.
test('without a match Enter takes nothing', async () => {
  const { search, picked } = pickList()
  await search.setValue('nobody')
  await search.trigger('keydown', { key: 'ArrowDown' })
  await search.trigger('keydown', { key: 'Enter' })
  expect(picked).toEqual([])
})
