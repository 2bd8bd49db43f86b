import { expect, test } from 'vitest'
import { mask } from '#contract/mask.ts'
import type { Intent } from '#contract/models.ts'
import { i18n, loadMessages } from '../../../renderer/kit/i18n.ts'
import { carriedText } from '../../../renderer/views/activity/model/carried-text.ts'
import { workOf } from '../../../renderer/records/resources/request/work.ts'
import { copyOf } from '../../../renderer/views/activity/model/edit-form.ts'
import { firstRows, inPlace, lanesOf, resourceWords } from '../../../renderer/views/activity/model/queue-lanes.ts'
import { toolsOf } from '../../../renderer/views/activity/model/queue-tools.ts'
import { queuedIntent } from './sample-queue.ts'

const lanes = (...lists: string[][]) =>
  lanesOf(
    lists.map((ids, at) => ({
      environment: 'rehearsal',
      resource: 'a/b',
      record: [String(at)],
      items: ids.map((id) => queuedIntent(id)),
    })),
  )
const idsOf = (list: ReturnType<typeof lanes>) =>
  list.map(({ rows }) => rows.map(({ intent, gone }) => (gone ? `(${intent.id})` : intent.id)).join(' '))
const whysOf = (lane: Intent[], at: number, queueable: (operation: string) => boolean = () => true) =>
  Object.fromEntries(toolsOf(lane, at, queueable).map(({ id, why }) => [id, why]))

// A list that is brought up to date in place must neither move a row nor show one as waiting that has left.
test('rows keep their places, what has left is marked', () => {
  const next = inPlace(lanes(['a', 'b'], ['c']), lanes(['b', 'x', 'a']), (id) =>
    queuedIntent(id, { state: 'confirmed' }),
  )
  expect(idsOf(next)).toEqual(['a b', '(c)'])
  expect(next[1]?.rows[0]?.intent.state).toBe('confirmed')
})

// Ten thousand rows at once would freeze the window; those that leave next are the ones to see.
test('only the first rows are drawn', () => {
  expect(idsOf(firstRows(lanes(['a', 'b'], ['c', 'd'], ['e']), 3))).toEqual(['a b', 'c'])
})

// A tool that the ledger would refuse must say so before it is pressed.
test('tools are judged as the ledger does', () => {
  const [a, b, c] = [queuedIntent('a'), queuedIntent('b', { held: true }), queuedIntent('c', { operation: 'live' })]
  const queueable = (operation: string) => operation !== 'live'
  expect(whysOf([a, b, c], 0, queueable)).toEqual({
    hold: undefined,
    earlier: 'first',
    later: undefined,
    edit: undefined,
    now: undefined,
    cancel: undefined,
  })
  expect(whysOf([a, b, c], 1, queueable)).toMatchObject({
    release: undefined,
    earlier: undefined,
    later: 'liveAfter',
    now: 'behind',
  })
  expect(whysOf([a, b, c], 2, queueable)).toEqual({
    hold: 'live',
    earlier: 'live',
    later: 'live',
    edit: 'live',
    now: undefined,
    cancel: undefined,
  })
  expect(whysOf([queuedIntent('s', { state: 'sending' }), a], 1)).toMatchObject({ earlier: 'wire', later: 'last' })
  expect(toolsOf([queuedIntent('s', { state: 'sending' })], 0, queueable)).toEqual([])
})

// A line of markup, masks or references says nothing.
test('what it carries is the text that names it', () => {
  expect(
    carriedText({
      body: {
        html: '<p>x</p>',
        id: 'evt_1',
        key: '***',
        other: mask,
        token: { $secret: 'x' },
        details: { title: 'Night  show' },
      },
    }),
  ).toBe('Night show · evt_1')
  expect(carriedText({ body: { text: 'x'.repeat(200) } }).length).toBe(80)
  expect(carriedText({ path: { shortId: 's1' } })).toBe('s1')
  expect(carriedText({})).toBe('')
})

// What was written must be all there for whoever has to send it again.
test('a copy has every part of the request', () => {
  const { request } = queuedIntent('a', {
    request: { path: { id: '1' }, query: { limit: 5 }, body: { n: 1 } },
  })
  expect(copyOf(workOf(request, { method: 'POST' }, false))).toBe('id: 1\nlimit: 5\n{\n  "n": 1\n}')
})

test('resources in words', () => {
  expect(['marketing/emailSequence', 'events/general', 'payment/refund'].map(resourceWords)).toEqual([
    'Email sequence',
    'Events',
    'Refund',
  ])
})

// A key that is put together at run time shows itself where its message is missing.
test('every word that the queue puts together is there', async () => {
  const keys = [
    ...['offline', 'gate', 'order', 'held', 'paused', 'leaving', 'decide'].map(
      (reason) => `activity.queue.reason.${reason}`,
    ),
    ...['offline', 'gate', 'order', 'held', 'paused'].map((reason) => `activity.waiting.${reason}`),
    ...['hold', 'release', 'earlier', 'later', 'edit', 'editDraft', 'now', 'cancel'].map(
      (tool) => `activity.queue.tool.${tool}`,
    ),
    ...['live', 'first', 'last', 'wire', 'liveBefore', 'liveAfter', 'behind'].map((why) => `activity.queue.why.${why}`),
    ...['reachable', 'unreachable', 'unknown'].map((state) => `activity.queue.connection.${state}`),
    ...['gone', 'unchanged', 'newer', 'restored'].map((state) => `activity.queue.edit.${state}`),
    ...['held', 'released', 'moved', 'edited'].map((event) => `activity.evidence.${event}`),
    ...['hold', 'release', 'edit', 'editDraft'].map((action) => `activity.action.${action}.button`),
    ...['draft', 'held'].map((fact) => `activity.fact.${fact}`),
  ]
  await loadMessages(['activity'])
  expect(keys.filter((key) => !i18n.global.te(key))).toEqual([])
})
