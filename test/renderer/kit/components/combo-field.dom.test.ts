import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, test } from 'vitest'
import ComboField from '../../../../renderer/kit/components/field/ComboField.vue'
import { mountOnDesk } from '../../support/mount.ts'

const options = [
  { id: 'emb_1', name: 'Which song first?', note: 'Opening' },
  { id: 'emb_2', name: 'Who should come next?', note: 'Next guest', status: 'open' },
  { id: 'emb_3', name: 'One more round?' },
]
async function mounted(props: Record<string, unknown> = {}) {
  const chosen: unknown[] = []
  const { wrapper } = await mountOnDesk(ComboField, {
    id: 'poll',
    label: 'Poll',
    options,
    chosen: undefined,
    placeholder: 'No poll',
    empty: 'Nothing to choose from',
    onChoose: (option: unknown) => chosen.push(option),
    ...props,
  })
  const input = wrapper.get<HTMLInputElement>('input')
  const key = async (name: string) => {
    await input.trigger('keydown', { key: name })
    await flushPromises()
  }
  return { wrapper, input, key, chosen }
}
const listed = (wrapper: VueWrapper) => wrapper.findAll('[role="option"]').map((row) => row.attributes('data-option'))

// Catches a chooser that ignores what is typed, or takes another row than the one that is marked.
test('typing narrows the list and Enter takes the first', async () => {
  const { wrapper, input, key, chosen } = await mounted()
  await input.setValue('guest')
  expect(listed(wrapper)).toEqual(['emb_2'])
  expect(input.attributes('aria-activedescendant')).toBe(wrapper.get('[role="option"]').attributes('id'))
  await key('Enter')
  expect(chosen).toEqual([options[1]])
  expect(input.attributes('aria-expanded')).toBe('false')
  await input.setValue('nothing like it')
  expect(wrapper.text()).toContain('No results')
  await key('Enter')
  expect(chosen).toHaveLength(1)
})

// Catches a whole name that is typed, and Enter that takes an older record whose name only contains it.
test('a name that begins with what was typed comes first', async () => {
  const { wrapper, input } = await mounted({
    options: [
      { id: 'lnk_1', name: 'Support the winter special' },
      { id: 'lnk_2', name: 'Winter special' },
    ],
  })
  await input.setValue('winter special')
  expect(listed(wrapper)).toEqual(['lnk_2', 'lnk_1'])
})

// Catches arrows that do nothing, leave the list at its ends, or begin elsewhere than at the choice.
test('the arrows walk from the choice and around, Escape leaves all as it was', async () => {
  const { wrapper, input, key, chosen } = await mounted({ chosen: { id: 'emb_3', name: 'One more round?' } })
  expect(input.element.value).toBe('One more round?')
  await key('ArrowDown')
  expect(wrapper.get('[data-active]').attributes('data-option')).toBe('emb_3')
  await key('ArrowDown')
  expect(wrapper.get('[data-active]').attributes('data-option')).toBe('emb_1')
  await key('ArrowUp')
  await key('ArrowUp')
  expect(wrapper.get('[data-active]').attributes('data-option')).toBe('emb_2')
  await key('Escape')
  expect(input.attributes('aria-expanded')).toBe('false')
  expect(chosen).toEqual([])
  await input.setValue('who')
  await input.trigger('blur')
  expect(input.element.value).toBe('One more round?')
})

// Catches an Enter that sends the form around the field instead of choosing, and a choice that cannot be taken back.
test('a closed field leaves Enter to its form, and the choice can be cleared', async () => {
  const { wrapper, input, key, chosen } = await mounted({ chosen: { id: 'emb_9', name: 'No longer listed' } })
  expect(input.element.value).toBe('No longer listed')
  const event = new KeyboardEvent('keydown', { key: 'Enter', cancelable: true, bubbles: true })
  input.element.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(false)
  await wrapper.get('[data-combo-clear]').trigger('click')
  expect(chosen).toEqual([undefined])
  await key('ArrowDown')
  await wrapper.get('[data-option="emb_2"]').trigger('click')
  expect(chosen).toEqual([undefined, options[1]])
})
