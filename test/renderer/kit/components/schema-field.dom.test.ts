import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { JsonSchema } from '#contract/json.ts'
import SchemaField from '../../../../renderer/kit/components/field/SchemaField.vue'
import { mountOnDesk } from '../../support/mount.ts'

const nullable = (more: JsonSchema): JsonSchema => ({ anyOf: [{ type: 'string' }, { type: 'null' }], ...more })

async function type(schema: JsonSchema, text: string, modelValue: unknown = 'before'): Promise<unknown> {
  let value: unknown
  const { wrapper } = await mountOnDesk(SchemaField, {
    name: 'field',
    schema,
    modelValue,
    'onUpdate:modelValue': (next: unknown) => (value = next),
  })
  await wrapper.find('input').setValue(text)
  await flushPromises()
  return value
}

// Unused options travel as null; an empty string would be taken as a value.
test('an emptied field is null where null may travel, else left out', async () => {
  expect(await type(nullable({}), '')).toBeNull()
  expect(await type({ type: 'string' }, '')).toBeUndefined()
})

test('times and instants get the platform\u2019s form', async () => {
  expect(await type({ type: 'string', control: 'time' }, '20:15')).toBe('20:15:00')
  expect(await type({ type: 'string', control: 'instant' }, '2026-11-21T20:14:05')).toBe(
    new Date(2026, 10, 21, 20, 14, 5).toISOString(),
  )
})

// "12a" turned into 12 or NaN would send what nobody wrote.
test('what is no number stays as it was written', async () => {
  expect(await type({ type: 'integer' }, '12')).toBe(12)
  expect(await type({ type: 'integer' }, '12a')).toBe('12a')
})

// A stored credential must never come back to the page, and a label must lead to its control.
test('a stored secret is shown as stored only', async () => {
  const { wrapper } = await mountOnDesk(SchemaField, {
    name: 'streamKey',
    schema: { type: 'string', secret: true, label: 'Stream key' },
    modelValue: { $secret: 'ref-1' },
  })
  expect(wrapper.find('input').exists()).toBe(false)
  expect(wrapper.text()).toContain('In the keychain')
  await wrapper
    .findAll('button')
    .find((button) => button.text() === 'Replace')
    ?.trigger('click')
  expect(wrapper.find('input').attributes('type')).toBe('password')
  expect(wrapper.find('label').attributes('for')).toBe(wrapper.find('input').attributes('id'))
})
