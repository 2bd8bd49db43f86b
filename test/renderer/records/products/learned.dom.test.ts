import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { DeskError } from '#contract/errors.ts'
import type { JsonSchema } from '#contract/json.ts'
import type { LearnedForm } from '#contract/learned.ts'
import { describeOperations } from '../../../../main/platform/catalog/index.ts'
import LearnedList from '../../../../renderer/records/products/learned/LearnedList.vue'
import LearnedPanel from '../../../../renderer/records/products/learned/LearnedPanel.vue'
import { useFormSchema } from '../../../../renderer/records/resources/request/useFormSchema.ts'
import { mountOnDesk, type Mounted } from '../../support/mount.ts'
import { click, find, hold, text } from '../resources/desk.ts'

const create = 'POST /api/payment/customer/create'
const read = 'GET /api/video/stream/get'
const specified = 'POST /api/marketing/template/create'

const learnedForm = (operation: string, more: Partial<LearnedForm> = {}): LearnedForm => ({
  environment: 'rehearsal',
  operation,
  missed: [],
  sent: 3,
  answered: 5,
  edited: [],
  updatedAt: new Date().toISOString(),
  body: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      email: { type: ['null', 'string'], format: 'email' },
      token: { type: 'string', secret: true },
      rows: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } },
      tags: { type: 'array', items: { type: 'string' } },
      '<b>bold</b>': { type: 'object', additionalProperties: { type: 'integer' } },
    },
    required: ['name'],
  },
  answer: { type: 'array', items: { type: 'string' } },
  ...more,
})

interface Desk extends Mounted {
  forms: Map<string, LearnedForm>
  calls: (method: string) => unknown[]
}

/** A desk whose learned forms are those of the test. */
async function openDesk(
  component: unknown,
  props: Record<string, unknown>,
  of: LearnedForm[],
  more: Parameters<typeof mountOnDesk>[2] = {},
): Promise<Desk> {
  const forms = new Map(of.map((form) => [form.operation, form]))
  const mounted = await mountOnDesk(component, props, {
    prepare(bridge) {
      bridge.answer('catalog.list', () => ({ operations: describeOperations() }))
      bridge.answer('learned.get', (params) => forms.get((params as { operation: string }).operation) ?? null)
      bridge.answer('learned.list', () => ({ forms: [...forms.values()] }))
      bridge.answer('learned.edit', (params) => {
        const { operation, part, schema } = params as { operation: string; part: 'body'; schema: JsonSchema }
        const form = { ...(forms.get(operation) ?? learnedForm(operation)), [part]: schema, edited: [part] }
        forms.set(operation, form)
        return form
      })
      bridge.answer('learned.forget', (params) => {
        const { operation } = params as { operation?: string }
        const forgotten = operation === undefined ? forms.size : Number(forms.has(operation))
        if (operation === undefined) forms.clear()
        else forms.delete(operation)
        return { forgotten }
      })
      bridge.answer('learned.export', () => ({
        name: 'learned-forms-rehearsal.json',
        type: 'application/json',
        text: '{}',
      }))
      more.prepare?.(bridge)
    },
  })
  await flushPromises()
  return {
    ...mounted,
    forms,
    calls: (method) =>
      mounted.bridge.requests.filter((request) => request.method === method).map(({ params }) => params),
  }
}
/** The words of a line of the tree, one space between them. */
const line = (selector: string): string =>
  [...(find(selector)?.children ?? [])].map((child) => child.textContent.trim()).join(' ')
const part = (name: string): string => `[data-learned-part="${name}"]`

// Names and types must be readable by someone who does not read JSON Schema; a hostile name is text.
test('shows what was learned as names and types', async () => {
  await openDesk(LearnedPanel, { operation: create }, [learnedForm(create)])
  expect(text('[data-learned-from]')).toContain('3 requests and 5 answers')
  expect(text('[data-learned-panel]')).toContain('No values are kept')
  expect(line(`${part('body')} [data-name="name"]`)).toBe('name text required')
  expect(line(`${part('body')} [data-name="email"]`)).toBe('email email address or null')
  expect(line(`${part('body')} [data-name="token"]`)).toBe('token text secret')
  expect(line(`${part('body')} [data-name="tags"]`)).toBe('tags list of text')
  expect(line(`${part('body')} [data-name="rows"]`)).toBe('rows list of objects')
  expect(find(`${part('body')} [data-name="price"]`)?.getAttribute('data-depth')).toBe('1')
  expect(find('[data-learned-panel] b')).toBeNull()
  expect(text(part('body'))).toContain('any other name')
  expect(text(part('query'))).toContain('No query parameters yet.')
  expect(text(part('answer'))).toContain('list of text')
})

// A specified body can't be learned: offering to edit it would promise what the desk refuses.
test('a specified body is said to be one, and a GET has none', async () => {
  await openDesk(LearnedPanel, { operation: specified }, [learnedForm(specified, { missed: ['name'] })])
  expect(text(part('body'))).toContain('The specification defines this body')
  expect(find(`${part('body')} [data-edit-part]`)).toBeNull()
  expect(find(`${part('answer')} [data-edit-part]`)).not.toBeNull()
  expect(text('[data-missed]')).toContain('name')
})

// Before anything was learned the panel says how to begin, and a form may be written by hand.
test('nothing learned yet is said, and can be written', async () => {
  const desk = await openDesk(LearnedPanel, { operation: read }, [])
  expect(text('[data-learned-panel]')).toContain('Nothing learned about this operation yet')
  expect(find(part('body'))).toBeNull()
  await click(`${part('query')} [data-edit-part]`)
  await click('[data-save-part]')
  expect(desk.calls('learned.edit')).toEqual([
    { environment: 'rehearsal', operation: read, part: 'query', schema: { type: 'object', properties: {} } },
  ])
  expect(text(part('query'))).toContain('edited by you')
})

// A refused schema must keep what was typed and name the place.
test('an edit that the desk refuses stays open and names the place', async () => {
  const desk = await openDesk(LearnedPanel, { operation: create }, [learnedForm(create)], {
    prepare: (bridge) =>
      bridge.answer('learned.edit', () => {
        throw new DeskError('invalid_input', 'This is no schema of names and types.', {
          fields: [{ path: 'properties.name.enum', message: 'Only these stand in a schema.' }],
        })
      }),
  })
  await click(`${part('body')} [data-edit-part]`)
  await expect.poll(() => find('.cm-content')).not.toBeNull()
  expect(text('.cm-content')).toContain('"name"')
  await click('[data-save-part]')
  expect(text('[data-error-code="invalid_input"]')).toContain('properties.name.enum')
  expect(find('.cm-content')).not.toBeNull()
  await click('[data-cancel-part]')
  expect(text(`${part('body')} [data-name="name"]`)).toContain('text')
  expect(desk.calls('learned.edit')).toHaveLength(1)
})

// Forgetting can't be undone: one slip must not do it.
test('forgets after a question', async () => {
  const desk = await openDesk(LearnedPanel, { operation: create }, [learnedForm(create)])
  await click('[data-forget]')
  expect(desk.calls('learned.forget')).toEqual([])
  await click('[data-confirm]')
  expect(desk.calls('learned.forget')).toEqual([{ environment: 'rehearsal', operation: create }])
  expect(text('[data-learned-panel]')).toContain('Nothing learned about this operation yet')
})

// A failed read is no empty form.
test('a form that can not be read says so and can be read again', async () => {
  let fails = true
  await openDesk(LearnedPanel, { operation: create }, [], {
    prepare: (bridge) =>
      bridge.answer('learned.get', () => {
        if (fails) throw new DeskError('storage_failed', 'The profile could not be read.')
        return learnedForm(create)
      }),
  })
  expect(find('[data-error-code="storage_failed"]')).not.toBeNull()
  expect(text('[data-learned-panel]')).not.toContain('Nothing was learned')
  fails = false
  await click('[data-error-code] button')
  expect(find(part('body'))).not.toBeNull()
})

// What is learned meanwhile must show without leaving the page.
test('the list follows, and leads to the operations', async () => {
  const desk = await openDesk(LearnedList, {}, [learnedForm(create)])
  expect(text('[data-learned-list]')).toContain('Payments: Create Customer')
  expect(find(`[data-learned="${create}"] a`)?.getAttribute('href')).toBe(
    `/products?operation=${create.replaceAll(' ', '+')}`,
  )
  desk.forms.set(read, learnedForm(read, { edited: ['query'] }))
  desk.bridge.push('learned.changed', { environment: 'rehearsal', operation: read })
  await flushPromises()
  expect(text(`[data-learned="${read}"]`)).toContain('edited by you')
})

// Everything at once asks for a hold; one asks once.
test('the list forgets one by a question and all by a hold', async () => {
  const desk = await openDesk(LearnedList, {}, [learnedForm(create), learnedForm(read)])
  await click(`[data-learned="${read}"] [data-forget-one]`)
  await click('[data-confirm]')
  expect(desk.calls('learned.forget')).toEqual([{ environment: 'rehearsal', operation: read }])
  expect(find(`[data-learned="${read}"]`)).toBeNull()
  await click('[data-forget-all]')
  await hold('[data-confirm]')
  expect(desk.calls('learned.forget').at(-1)).toEqual({ environment: 'rehearsal' })
  expect(text('[data-learned-list]')).toContain('Nothing learned in this environment yet')
})

// Hints name what is missing, and no more than that: neither what is there nor what an absent object would need.
test('useFormSchema reads, follows and names what is missing', async () => {
  const key = ref<string | undefined>(create)
  let schema: ReturnType<typeof useFormSchema> | undefined
  const Host = defineComponent(() => {
    schema = useFormSchema(() => key.value)
    return () => h('p', schema?.origin.value)
  })
  const inner = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const desk = await openDesk(Host, {}, [
    learnedForm(create, {
      missed: ['email', 'plan.id'],
      body: { type: 'object', properties: { name: { type: 'string' }, address: inner }, required: ['name'] },
    }),
  ])
  expect(schema?.origin.value).toBe('learned')
  expect(schema?.missing({}, {})).toEqual(['name', 'email', 'plan.id'])
  expect(schema?.missing({ name: 'A', email: 'a@example.org', address: {}, plan: { id: 'x' } }, undefined)).toEqual([
    'address.city',
  ])
  key.value = read
  await flushPromises()
  expect(schema?.origin.value).toBe('suggested')
  expect(schema?.query.value?.properties).toEqual({ id: { type: 'string' } })
  desk.forms.set(
    read,
    learnedForm(read, {
      body: { type: 'object' },
      query: { type: 'object', properties: { streamId: { type: 'string' } }, required: ['streamId'] },
    }),
  )
  desk.bridge.push('learned.changed', { environment: 'rehearsal', operation: read })
  await flushPromises()
  expect(schema?.query.value?.properties).toEqual({ id: { type: 'string' }, streamId: { type: 'string' } })
  expect(schema?.missing(undefined, {})).toEqual(['streamId'])
  desk.forms.clear()
  desk.bridge.push('learned.changed', { environment: 'rehearsal' })
  await flushPromises()
  expect(schema?.missing(undefined, {})).toEqual([])
  key.value = undefined
  await flushPromises()
  expect(schema?.origin.value).toBe('none')
})
