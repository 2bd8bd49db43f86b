import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { JsonSchema } from '#contract/json.ts'
import { click, find, text } from '../../resources/desk.ts'
import { bodyNow, customer, input, learned, openPage, write, writeJson } from './operation-page.ts'

const string: JsonSchema = { type: 'string' }
const body: JsonSchema = {
  type: 'object',
  properties: {
    id: string,
    rows: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          label: string,
          data: { type: 'object' },
          size: { type: 'object', properties: { width: { type: 'integer' } } },
        },
      },
    },
  },
}
const open = (request = {}) =>
  openPage(customer, { forms: [learned(customer, body)], request: { body: { id: 'cus_1', ...request } } })
const focusedField = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-body-field]')?.dataset['bodyField']

// Catches a list that can be written as JSON alone, an added item that the caret does not go to, and a form that the JSON does not follow.
test('items of a list are added, filled in and removed as fields', async () => {
  await open()
  await click('[data-body-list="rows"] [data-add-item]')
  expect(focusedField()).toBe('rows.0.label')
  expect(bodyNow(customer)).toEqual({ id: 'cus_1', rows: [{}] })
  await write('rows.0.label', 'First')
  await write('rows.0.size.width', '7')
  await click('[data-body-list="rows"] [data-add-item]')
  await write('rows.1.label', 'Second')
  expect(bodyNow(customer)).toEqual({
    id: 'cus_1',
    rows: [{ label: 'First', size: { width: 7 } }, { label: 'Second' }],
  })
  expect(text('[data-body-list="rows"] [data-count]')).toBe('2 items')
  await click('[data-body-item="rows.0"] [data-drop-item]')
  expect(bodyNow(customer)).toEqual({ id: 'cus_1', rows: [{ label: 'Second' }] })
  expect(input('rows.0.label').value).toBe('Second')
  expect(document.activeElement).toBe(find('[data-body-item="rows.0"] [data-drop-item]'))
  await click('[data-body-item="rows.0"] [data-drop-item]')
  expect(document.activeElement).toBe(find('[data-body-list="rows"] [data-add-item]'))
  expect(bodyNow(customer)).toEqual({ id: 'cus_1', rows: [] })
  await click('[data-body-list="rows"] [data-leave-out]')
  expect(bodyNow(customer)).toEqual({ id: 'cus_1' })
})

// Catches JSON that the fields do not show, and half-typed JSON that jumps from one item to another.
test('the JSON and the items are in step, and what is half typed stays with its item', async () => {
  await open({ rows: [{ label: 'A' }, { label: 'B', data: {} }] })
  await write('rows.1.data', '{"half"')
  expect(text('[data-body-field="rows.1.data"]')).toMatch(/JSON/)
  await click('[data-body-item="rows.0"] [data-drop-item]')
  expect(input('rows.0.data').value).toBe('{"half"')
  await writeJson(customer, '{"rows":[{"label":"From JSON","other":true}]}')
  await click('[data-segment="form"]')
  await flushPromises()
  expect(input('rows.0.label').value).toBe('From JSON')
  expect(find('[data-group="further"] [data-body-field="rows.0.other"]')).not.toBeNull()
})

// Catches a form that says nothing of why a field in it is JSON.
test('a list that is none is JSON, and the reason stands beside it', async () => {
  await open({ rows: [1, 2] })
  expect(text('[data-why="mixed"]')).toContain('a list of objects')
  expect(find('[data-add-item]')).toBeNull()
})
