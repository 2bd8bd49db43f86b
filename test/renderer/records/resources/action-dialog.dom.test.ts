import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import type { JsonObject } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import ActionDialog from '../../../../renderer/records/resources/action/ActionDialog.vue'
import type { ActionSpec } from '../../../../renderer/records/resources/types.ts'
import {
  click,
  field,
  find,
  hold,
  madeIntent,
  openDesk,
  refuse,
  text,
  type,
  unfold,
  type Desk,
  type Platform,
} from './desk.ts'

const customer: JsonObject = { id: 'cus_1', name: 'A <b>bold</b> name', email: 'a@example.org' }
const edit: ActionSpec = {
  operation: 'POST /api/payment/customer/update',
  label: 'resources.form.save',
  fields: [{ name: 'name', label: 'resources.role.title', control: 'text', required: true }],
  start: (record, id) => ({ body: { id: id ?? '', name: record?.['name'] ?? '' } }),
}
const refund: ActionSpec = {
  operation: 'POST /api/payment/refund/partialrefund',
  label: 'resources.form.review',
  fields: [{ name: 'amount', label: 'resources.role.amount', control: 'money', currency: 'currency', required: true }],
  start: (_, id) => ({ body: { chargeId: id ?? '', currency: 'EUR' } }),
}

interface Opened extends Desk {
  done: Intent[]
  answered: unknown[]
  open: { value: boolean }
}

async function openAction(
  action: ActionSpec,
  options: Parameters<typeof openDesk>[3] & {
    record?: JsonObject
    id?: string
    resource?: string
    platform?: Platform
  } = {},
): Promise<Opened> {
  const done: Intent[] = []
  const answered: unknown[] = []
  const open = ref(true)
  const { record = customer, id = 'cus_1', resource = 'payment/customer', platform } = options
  const Host = defineComponent(
    () => () =>
      h(ActionDialog, {
        action,
        record,
        id,
        resource,
        open: open.value,
        'onUpdate:open': (now: boolean) => (open.value = now),
        onDone: (intent: Intent) => done.push(intent),
        onAnswered: (answer: unknown) => answered.push(answer),
      }),
  )
  return { ...(await openDesk(Host, {}, platform, options)), done, answered, open }
}
const step = (): string | null => find('[data-action-dialog]')?.getAttribute('data-step') ?? null

// A double press must not make two records.
test('an edit is one press, sent once, and ends as what the platform confirmed', async () => {
  const desk = await openAction(edit)
  await type('name', 'New name')
  let answer: (intent: Intent) => void = () => undefined
  desk.intents.next = () => new Promise((resolve) => (answer = resolve))
  find('[data-confirm]')?.click()
  find('[data-confirm]')?.click()
  await flushPromises()
  expect(desk.submits).toHaveLength(1)
  expect(desk.submits[0]).toMatchObject({ operation: edit.operation, body: { id: 'cus_1', name: 'New name' } })
  expect(desk.submits[0]?.press).toMatch(/^[0-9a-f-]{36}$/)
  expect(find('[data-outcome]')?.getAttribute('data-outcome')).toBe('sending')
  answer(madeIntent(desk.submits[0] ?? { operation: '' }))
  await flushPromises()
  expect(find('[data-outcome]')?.getAttribute('data-outcome')).toBe('confirmed')
  expect(text('[data-outcome]')).toContain('req_42')
  expect(desk.done).toHaveLength(1)
})

// Form and JSON must never say two things.
test('the form and the JSON of the request are in step', async () => {
  await openAction(edit)
  await unfold('[data-request-more]')
  await expect.poll(() => find('.cm-content')).not.toBeNull()
  await type('name', 'Typed')
  await expect.poll(() => text('.cm-content')).toContain('"name": "Typed"')
})

// A required field that is empty must be named where it stands, before anything leaves.
test('names a missing field and sends nothing', async () => {
  const desk = await openAction(edit)
  await type('name', '')
  await click('[data-confirm]')
  expect(desk.submits).toEqual([])
  expect(text('[data-action-form]')).toContain('Required')
})

// Money must be looked at and held; a plain click moves none.
test('money is reviewed, named and held', async () => {
  const desk = await openAction(refund, {
    id: 'ch_1',
    record: { id: 'ch_1', customerId: 'cus_9', currency: 'EUR' },
    resource: 'payment/charge',
  })
  await type('amount', '12,40')
  await click('[data-continue]')
  expect(step()).toBe('confirm')
  expect(text('[data-fact="resources.fact.amount"]')).toBe('12.40 EUR')
  expect(text('[data-fact="resources.fact.currency"]')).toBe('EUR')
  expect(text('[data-fact="resources.fact.customer"]')).toBe('cus_9')
  expect(text('[data-facts]')).toContain('Rehearsal')
  expect(text('[data-account]')).not.toBe('')
  await click('[data-confirm]')
  expect(desk.submits).toEqual([])
  await click('[data-confirm]')
  expect(desk.submits).toHaveLength(1)
  expect(desk.submits[0]?.body).toEqual({ chargeId: 'ch_1', currency: 'EUR', amount: 1_240 })
})

// A request that comes after its step would grow the dialog, and move the button away from the hand that holds it.
test('what was looked at stands in the review at once, and is not asked for again', async () => {
  let looks = 0
  await openAction(refund, {
    id: 'ch_1',
    record: { id: 'ch_1', currency: 'EUR' },
    resource: 'payment/charge',
    prepare: (bridge) =>
      bridge.answer('platform.preview', () => {
        looks += 1
        if (looks > 1) return new Promise(() => undefined)
        return {
          method: 'POST',
          url: 'https://platform.example.org/api/payment/refund/partialrefund',
          headers: [],
          body: '{"amount":1240}',
          suspicious: [],
        }
      }),
  })
  await type('amount', '12,40')
  await click('[data-continue]')
  expect(step()).toBe('confirm')
  expect(text('[data-going]')).toContain('/api/payment/refund/partialrefund')
  expect(looks).toBe(1)
})

// In the wrong unit a refund is a hundred times too large.
test('asks for the unit of amounts once, outside the rehearsal', async () => {
  const desk = await openAction(refund, { id: 'ch_1', environment: 'development' })
  await type('amount', '12.40')
  expect(find('[data-unit-question]')).not.toBeNull()
  await click('[data-continue]')
  expect(step()).toBe('form')
  await click('[data-unit="major"]')
  expect(find('[data-unit-question]')).toBeNull()
  expect(desk.choices).toMatchObject([{ environment: 'development', operation: refund.operation, amounts: 'major' }])
  await click('[data-continue]')
  await hold('[data-confirm]')
  expect(desk.submits[0]?.body).toMatchObject({ amount: '12.40' })
})

// A refused write must give the person back what was written, and the next confirmation is another press.
test('a rejected write goes back to editing with nothing lost', async () => {
  const desk = await openAction(edit)
  await type('name', 'Mine')
  desk.intents.next = (request) =>
    madeIntent(request, {
      state: 'rejected',
      error: {
        code: 'invalid_request',
        message: 'No such name.',
        retryable: false,
        fields: [{ path: 'name', message: 'Taken' }],
      },
    })
  await click('[data-confirm]')
  expect(find('[data-error-code="invalid_request"]')).not.toBeNull()
  await click('[data-edit]')
  expect(field('name').value).toBe('Mine')
  desk.intents.next = (request) => madeIntent(request)
  await click('[data-confirm]')
  expect(desk.submits).toHaveLength(2)
  expect(desk.submits[0]?.press).not.toBe(desk.submits[1]?.press)
})

// Where the link drops nobody knows whether the press was heard: said again it must be the same one.
test('a press that was perhaps not heard is said again under its own id', async () => {
  const desk = await openAction(edit)
  desk.intents.next = () => refuse('unreachable', { operation: 'ledger.submit' })
  await click('[data-confirm]')
  expect(find('[data-error-code="unreachable"]')).not.toBeNull()
  desk.intents.next = (request) => madeIntent(request)
  await click('[data-confirm]')
  expect(desk.submits).toHaveLength(2)
  expect(desk.submits[0]?.press).toBe(desk.submits[1]?.press)
})

// An unknown end must stay visible, with what was seen and what can be done, and follow the ledger.
test('shows an unknown outcome with its evidence until it is settled', async () => {
  const desk = await openAction(edit)
  const unknown = madeIntent(
    { operation: edit.operation },
    {
      state: 'unknown',
      error: { code: 'unknown_outcome', message: 'Cut.', retryable: false },
      evidence: [{ at: '2026-11-22T02:00:01.000Z', event: 'cut', note: 'The connection was cut.', verdict: 'unclear' }],
    },
  )
  desk.intents.next = () => unknown
  desk.bridge.answer('ledger.reconcile', () => unknown)
  await click('[data-confirm]')
  expect(text('[data-evidence]')).toContain('The connection was cut.')
  await click('[data-choice="reconcile"]')
  expect(desk.bridge.requests.some(({ method }) => method === 'ledger.reconcile')).toBe(true)
  expect(desk.done).toEqual([])
  desk.push({ ...unknown, state: 'confirmed' })
  await flushPromises()
  expect(find('[data-outcome]')?.getAttribute('data-outcome')).toBe('confirmed')
  expect(desk.done).toHaveLength(1)
})

// What waits is not done.
test('a queued write says why it waits', async () => {
  const desk = await openAction(edit)
  desk.intents.next = (request) => madeIntent(request, { state: 'queued', waiting: { reason: 'offline' } })
  await click('[data-confirm]')
  expect(text('[data-waiting]')).toContain('Offline')
  expect(desk.done).toEqual([])
})

// A second one of what is still open could do it twice.
test('warns of an open one about the same record', async () => {
  const desk = await openAction(edit)
  expect(find('[data-open-ones]')).toBeNull()
  desk.push(madeIntent({ operation: edit.operation, body: { id: 'cus_1' } }, { state: 'unknown' }))
  await flushPromises()
  expect(find('[data-open-ones]')).not.toBeNull()
})

// What the audience sees at once must be armed, then fired in another place.
test('a live action is armed first', async () => {
  const vote: ActionSpec = {
    operation: 'POST /api/vote/cast/create',
    label: 'resources.form.save',
    free: false,
    start: () => ({ body: { pollId: 'p_1' } }),
  }
  const desk = await openAction(vote, { resource: 'vote/cast' })
  expect(step()).toBe('confirm')
  expect(find('[data-fire]')).toBeNull()
  // Under a long request both buttons would scroll out of sight: they stand in the foot.
  expect(find('[data-arm]')?.closest('[data-slot="footer"]')).not.toBeNull()
  await click('[data-arm]')
  expect(desk.submits).toEqual([])
  await click('[data-fire]')
  expect(desk.submits).toHaveLength(1)
})

// A disabled control must say why.
test('a refusal is said and nothing can be sent', async () => {
  const desk = await openAction({ ...edit, refusal: () => 'resources.record.gone' })
  expect(text('[data-refusal]')).toContain('anymore')
  await click('[data-confirm]')
  expect(desk.submits).toEqual([])
})

// A read without a question is asked at once; its answer is shown as text, never as markup.
test('a read shows its answer', async () => {
  const desk = await openAction(
    { operation: 'GET /api/payment/invoice/getAll', label: 'resources.again' },
    { platform: () => ({ items: [{ id: 'inv_1', name: '<img src=x onerror=alert(1)>' }] }) },
  )
  await flushPromises()
  expect(step()).toBe('answer')
  expect(document.body.querySelector('img')).toBeNull()
  expect(desk.answered).toHaveLength(1)
  expect(desk.submits).toEqual([])
})

// A failed read must not show an old answer as the new one.
test('a read that fails says so in the form', async () => {
  await openAction(
    { operation: 'GET /api/payment/invoice/getAll', label: 'resources.again' },
    { platform: () => refuse('server_error') },
  )
  expect(step()).toBe('form')
  expect(find('[data-error-code="server_error"]')).not.toBeNull()
})

// Fields of the platform's refusal in the review belong to their fields.
test('a review that is refused names the field', async () => {
  const desk = await openAction(refund, {
    id: 'ch_1',
    prepare: (bridge) =>
      bridge.answer('platform.preview', () =>
        refuse('invalid_input', { fields: [{ path: 'body.amount.value', message: 'Too much of it' }] }),
      ),
  })
  await type('amount', '1')
  await click('[data-continue]')
  expect(step()).toBe('form')
  expect(text('[data-action-form]')).toContain('Too much of it')
  expect(desk.submits).toEqual([])
})

// Catches an update whose fields one has to know by heart, because what was learned can't be read.
test('an update that nobody specified starts with the fields of the record', async () => {
  const desk = await openAction(
    {
      operation: 'PUT /api/spaces/general/update',
      label: 'resources.form.save',
      name: 'Update',
      start: (record) => ({ body: { ...record } }),
    },
    {
      record: { id: 'spc_1', seats: 40 },
      id: 'spc_1',
      resource: 'spaces/general',
      prepare: (bridge) => bridge.answer('learned.get', () => refuse('server_error')),
    },
  )
  const seats = find('[data-body-field="seats"] input', HTMLInputElement)
  expect(seats?.value).toBe('40')
  if (seats !== null) seats.value = '50'
  seats?.dispatchEvent(new Event('input', { bubbles: true }))
  await click('[data-confirm]')
  expect(desk.submits[0]?.body).toEqual({ id: 'spc_1', seats: 50 })
})

// Catches a guarded action of a view that stops at a form with the identifier under a name that the view did not choose.
test('an action that a view worded asks for nothing that it did not choose', async () => {
  await openAction(
    {
      operation: 'POST /api/payment/transaction/void',
      label: 'resources.form.review',
      start: (_, id) => ({ body: { transactionId: id ?? '' } }),
    },
    { id: 'tr_1', resource: 'payment/transaction' },
  )
  expect(step()).toBe('confirm')
  await click('[data-edit]')
  expect(find('[data-body-field]')).toBeNull()
  await unfold('[data-request-more]')
  await expect.poll(() => text('.cm-content')).toContain('"transactionId": "tr_1"')
})

// Catches a credential that stands on the screen as it is typed because a view has worded its field.
test('a field that names a credential is typed blind', async () => {
  const desk = await openAction({
    ...edit,
    fields: [{ name: 'options.apiKey', label: 'resources.role.title', control: 'text' }],
  })
  const input = find('[data-action-form] input[type="password"]', HTMLInputElement)
  if (input === null) throw new Error('not blind')
  input.value = 'k-1'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await click('[data-confirm]')
  expect(desk.submits[0]?.body).toMatchObject({ options: { apiKey: 'k-1' } })
})

// What may wait can also be put aside.
test('a queueable write is saved as a draft', async () => {
  const desk = await openAction(edit, {
    prepare: (bridge) => bridge.answer('drafts.save', (params) => ({ ...(params as object), revision: 1 })),
  })
  await type('name', 'Later')
  await click('[data-save-draft]')
  expect(desk.bridge.requests.find(({ method }) => method === 'drafts.save')?.params).toMatchObject({
    operation: edit.operation,
    body: { id: 'cus_1', name: 'Later' },
    environment: 'rehearsal',
  })
  expect(find('[data-saved]')).not.toBeNull()
})

// Esc backs out one level and never throws away what was typed.
test('what was typed is still there when the dialog is opened again', async () => {
  const desk = await openAction(edit)
  await type('name', 'Half written')
  desk.open.value = false
  await flushPromises()
  desk.open.value = true
  await flushPromises()
  expect(field('name').value).toBe('Half written')
  await click('[data-start-over]')
  expect(field('name').value).toBe('A <b>bold</b> name')
})

// A confirmation that was read for one environment must not fire in another.
test('a confirmation does not survive a switch of the environment', async () => {
  const desk = await openAction(refund, { id: 'ch_1' })
  await type('amount', '1')
  await click('[data-continue]')
  expect(step()).toBe('confirm')
  desk.bridge.push('environments.changed', {
    environments: [
      {
        id: 'production',
        name: 'production',
        baseUrl: 'https://platform.example.org',
        selected: true,
        configured: true,
      },
    ],
  })
  await flushPromises()
  expect(step()).toBe('form')
  expect(find('[data-unit-question]')).not.toBeNull()
})

// Catches a confirmation that names a route where a person decides, and a deed that is asked for but not sent along.
test('the dialog says what will be done, and sends it along', async () => {
  const stop: ActionSpec = {
    operation: 'POST /api/marketing/template/delete',
    label: 'resources.form.review',
    start: (_, id) => ({ body: { id: id ?? '' } }),
  }
  const desk = await openAction(stop, {
    record: { id: 'tpl_1', name: 'Welcome' },
    id: 'tpl_1',
    resource: 'marketing/template',
  })
  const said = document.querySelector('[role="dialog"] [title="POST /api/marketing/template/delete"]')
  expect(said?.textContent).toBe('Delete the template “Welcome”')
  await hold('[data-confirm]')
  expect(desk.submits[0]).toMatchObject({ deed: { code: 'record', facts: { id: 'tpl_1', name: 'Welcome' } } })
})
