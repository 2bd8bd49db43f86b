import { expect, test } from 'vitest'
import type { Draft } from '#contract/draft.ts'
import { emptyContent } from '../../../renderer/writing/draft/draft-content.ts'
import { createPlainForm } from '../../../renderer/views/drafts/model/plain-form.ts'

const draft = (rest: Partial<Draft>): Draft => ({
  ...emptyContent('POST /api/payment/refund/create'),
  id: 'd',
  revision: 1,
  createdAt: '',
  updatedAt: '',
  links: {},
  sends: [],
  ...rest,
})

const write = (form: ReturnType<typeof createPlainForm>, text: string): void =>
  void (form.request.work = { ...form.request.work, text })

// A body that is no JSON for a while is still somebody's work: it must be kept and come back as it was.
test('a broken body is kept as text beside the last good one', () => {
  const form = createPlainForm()
  form.load(draft({ body: { a: 1 }, extra: { keep: true } }), 'opened')
  write(form, '{ "a": 1, ')
  const content = form.read()
  expect(content).toMatchObject({ body: { a: 1 }, extra: { keep: true, bodyText: '{ "a": 1, ' } })
  const again = createPlainForm()
  again.load(draft({ ...content }), 'opened')
  expect(again.request.work.text).toBe('{ "a": 1, ')
  write(again, '{ "a": 2 }')
  expect(again.read()).toMatchObject({ body: { a: 2 }, extra: { keep: true } })
  expect(again.read()?.extra).not.toHaveProperty('bodyText')
})

// Opening and saving a draft that a script wrote must not change it.
test('what was not touched goes out as it came', () => {
  const form = createPlainForm()
  const whole = draft({
    title: 'T',
    path: { id: '1' },
    query: { n: 3, on: true, none: null, text: 'x' },
    body: [1, { b: null }],
    notes: 'n',
    tags: ['t'],
    environment: 'development',
    extra: { e: 1 },
    base: { c: 1 },
  })
  form.load(whole, 'opened')
  const { id, revision, createdAt, updatedAt, links, sends, ...content } = whole
  expect(form.read()).toEqual(content)
  expect([id, revision, createdAt, updatedAt, links, sends]).toHaveLength(6)
})

// References take the place of typed secrets; what was typed since must stay.
test('takes references over', () => {
  const form = createPlainForm()
  form.load(draft({ body: {} }), 'opened')
  write(form, '{ "options": { "streamKey": "live_1" }, "a": 1 }')
  form.read()
  write(form, '{ "options": { "streamKey": "live_1" }, "a": 2 }')
  form.load(draft({ revision: 2, body: { options: { streamKey: { $secret: 's' } }, a: 1 } }), 'saved')
  expect(form.read()?.body).toEqual({ options: { streamKey: { $secret: 's' } }, a: 2 })
})

// Catches a row that is switched off, a number that is too long or half an amount that is gone when the draft is opened again.
test('what can not be sent yet is kept with the draft', () => {
  const form = createPlainForm()
  form.load(draft({ body: { note: 'n' }, query: { on: 'x' } }), 'opened')
  const rows = [
    { name: 'on', value: 'x', type: 'text' as const, on: true },
    { name: 'off', value: '1', type: 'number' as const, on: false },
    { name: 'long', value: '9007199254740993', type: 'number' as const, on: true },
  ]
  form.request.work = { ...form.request.work, query: rows, typed: { '["amount"]': '12.4', '["note"]': 'n' } }
  const content = form.read()
  expect(content).toMatchObject({ query: { on: 'x' }, body: { note: 'n' } })
  const again = createPlainForm()
  again.load(draft({ ...content }), 'opened')
  expect(again.request.work.query).toEqual(rows)
  expect(again.request.work.typed).toEqual({ '["amount"]': '12.4' })
  // A script has changed the query: its rows are the ones.
  again.load(draft({ ...content, query: { other: 'y' } }), 'opened')
  expect(again.request.work.query.map(({ name }) => name)).toEqual(['other'])
})
