// What a grant of one environment learns, changes and hears of another one: nothing. A real desk, over its real port.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GrantScope } from '#contract/access-kinds.ts'
import type { Draft } from '#contract/draft.ts'
import { watchKey } from '#contract/watch-key.ts'
import { accessTable } from '../../../../main/core/access/table.ts'
import { reply, startStub, type StubPlatform } from '../../../support/stub-platform.ts'
import { inputs, openAccessDesk, type Frame } from './desk.ts'

/** Stands in everything of the other environment. */
const canary = 'CANARY'
const environment = 'development' as const
const operation = 'POST /api/marketing/template/create'
const watched = { operation: 'POST /api/vote/embed/get', body: { embedId: 'emb_1' }, pace: 'tally' } as const
const scopes = Object.keys(inputs) as GrantScope[]

let stub: StubPlatform
let desk: Awaited<ReturnType<typeof openAccessDesk>>
const joined = new Map<GrantScope, Awaited<ReturnType<typeof desk.join>>>()
/** Ids of records of the other environment. */
const ids = { draft: '', intent: '', show: '', read: '', answer: '', rundown: '', firing: '' }

function of(scope: GrantScope) {
  const one = joined.get(scope)
  if (one === undefined) throw new Error(`no connection for ${scope}`)
  return one
}

beforeAll(async () => {
  stub = await startStub((_, response) =>
    reply(response, 200, { data: { items: [{ id: canary, name: canary, status: 'live' }] }, requestId: canary }),
  )
  desk = await openAccessDesk()
  for (const scope of scopes) joined.set(scope, await desk.join(inputs[scope]))
  await desk.desk('live.configure', { perMinute: 600, reserve: 300 })
  const named = { id: canary, name: canary }
  await desk.desk('environments.configure', { id: environment, baseUrl: stub.baseUrl })
  await desk.desk('credentials.save', { environment, credential: 'apiKey', value: 'key-of-development' })
  await desk.desk('environments.select', { id: environment })
  const content = { operation, title: canary, body: { htmlContent: canary }, notes: canary }
  ids.draft = (await desk.desk('drafts.save', { ...content, environment })).id
  await desk.desk('profiles.save', { name: canary, environment, options: { title: canary } })
  await desk.desk('platforms.save', { environment, outputs: [canary], playback: [canary], events: [canary] })
  await desk.desk('broadcast.choose', { environment, stream: named, poll: named, link: named })
  await desk.desk('fields.choose', { environment, operation: 'GET /api/video/details/all', list: canary })
  await desk.desk('words.teach', { environment, word: canary, means: 'done' })
  await desk.desk('seen.note', { environment, resource: 'video', records: [{ id: canary, title: canary }] })
  const read = await desk.desk('requests.read', { operation: 'GET /api/events/general/all', query: { name: canary } })
  ids.read = read.id
  ids.answer = read.body?.id ?? ''
  await desk.desk('live.follow', { page: 'page', visible: true, watches: [watched] })
  await desk.desk('show.enter', { title: canary })
  await desk.desk('stage.say', { text: canary })
  ids.show = (await desk.desk('show.get', undefined)).show?.id ?? ''
  const cue = {
    id: 'c1',
    kind: 'cue',
    title: canary,
    note: canary,
    colour: 'grey',
    linked: false,
    skip: false,
  } as const
  const steps = [{ id: 's1', name: canary, action: { kind: 'wait' as const, text: canary } }]
  const plan = { title: canary, environment, template: false, cues: [{ ...cue, steps }] }
  ids.rundown = (await desk.desk('rundown.save', plan)).id
  await desk.desk('firing.choose', { environment, startScene: canary, endScene: canary })
  await desk.desk('rundown.choose', { environment, id: ids.rundown })
  const seen = { id: ids.rundown, revision: 1, environment } as const
  const { position } = await desk.desk('rundown.position', { environment })
  const gone = await desk.desk('rundown.go', {
    ...seen,
    ...{ position: position?.position ?? 0, shown: position?.shown ?? {} },
    ...pressed(),
  })
  ids.firing = gone.outcome === 'fired' ? gone.firing : ''
  await desk.desk('rundown.dryRun', { id: ids.rundown })
  ids.intent = (await desk.desk('ledger.submit', { operation: 'POST /api/vote/embed/create', body: named })).id
})
afterAll(async () => {
  await desk.end()
  await stub.close()
})

const pressed = () => ({ press: crypto.randomUUID(), pressedAt: new Date().toISOString() })

/** Parameters that aim at the other environment, for each method that some grant may call. */
const aims: Record<string, () => object[]> = {
  'rpc.discover': () => [{}],
  'rundown.list': () => [{ limit: 50 }, { limit: 50, environment }, { limit: 50, query: canary, removed: true }],
  'rundown.get': () => [{ id: ids.rundown }, { id: ids.rundown, revision: 1 }],
  'rundown.save': () => [
    { title: 'New', environment, template: false, cues: [] },
    { title: 'Changed', environment: 'rehearsal', template: false, cues: [], id: ids.rundown, baseRevision: 1 },
  ],
  'rundown.history': () => [{ id: ids.rundown, limit: 10 }],
  'rundown.revert': () => [{ id: ids.rundown, revision: 1, baseRevision: 1 }],
  'rundown.remove': () => [{ id: ids.rundown }, { id: ids.rundown, forever: true }],
  'rundown.restore': () => [{ id: ids.rundown }],
  'rundown.copy': () => [{ id: ids.rundown }, { id: ids.rundown, environment: 'rehearsal' }],
  'rundown.position': () => [{ environment }],
  'rundown.go': () => [{ id: ids.rundown, revision: 1, position: 1, environment, shown: {}, ...pressed() }],
  'rundown.move': () => [{ id: ids.rundown, revision: 1, position: 1, environment, next: 'c1' }],
  'rundown.dryRun': () => [{ id: ids.rundown }, { id: ids.rundown, revision: 1 }],
  'rundown.dryRunLast': () => [{ id: ids.rundown }],
  'rundown.dryRunCancel': () => [{ id: ids.rundown }],
  'rundown.importPreview': () => [{ text: 'title\nOpening' }, { text: 'title\nOpening', id: ids.rundown }],
  'rundown.import': () => [
    { text: 'title\nOpening', environment },
    { text: 'title\nOpening', environment: 'rehearsal', id: ids.rundown, baseRevision: 1 },
  ],
  'rundown.export': () => [{ id: ids.rundown, format: 'json' }],
  'firing.plan': () => [{ kind: 'start' }],
  'firing.choices': () => [{ environment }],
  'firing.get': () => [{ id: ids.firing }],
  'firing.current': () => [{}],
  'firing.left': () => [{}],
  'alarms.list': () => [{}],
  'encoder.list': () => [{}],
  'encoder.state': () => [{}],
  'encoder.read': () => [{}],
  'desk.info': () => [{}],
  'catalog.list': () => [{}],
  'catalog.export': () => [{ moneyAndDeletions: true, learned: true }],
  'settings.get': () => [{}],
  'environments.list': () => [{}],
  'credentials.status': () => [{ environment }],
  'connection.probe': () => [{}],
  'profiles.list': () => [{}],
  'platforms.get': () => [{ environment }],
  'rehearsal.faults': () => [{}],
  'platform.read': () => [{ operation: 'GET /api/events/general/all' }],
  'platform.preview': () => [{ operation: 'GET /api/events/general/all' }],
  'ledger.newest': () => [undefined, environment].map((one) => ({ operation, body: {}, environment: one })),
  'ledger.get': () => [{ id: ids.intent }],
  'ledger.list': () => [{ limit: 50 }, { limit: 50, environment }, { limit: 50, query: canary, draft: ids.draft }],
  'ledger.queue': () => [{}],
  'drafts.list': () => [{ limit: 50 }, { limit: 50, environment }, { limit: 50, query: canary }],
  'drafts.get': () => [{ id: ids.draft }, { id: ids.draft, revision: 1 }],
  'drafts.save': () => [
    { operation, title: 'New', environment },
    { operation, title: 'Changed', id: ids.draft, baseRevision: 1 },
  ],
  'drafts.link': () => [{ id: ids.draft, links: { other: 'x' } }],
  'drafts.remove': () => [{ id: ids.draft }, { id: ids.draft, forever: true }],
  'drafts.restore': () => [{ id: ids.draft }],
  'drafts.revisions': () => [{ id: ids.draft, limit: 10 }],
  'drafts.revert': () => [{ id: ids.draft, revision: 1, baseRevision: 1 }],
  'drafts.duplicate': () => [{ id: ids.draft }],
  'drafts.import': () => [{ text: fileOf(environment) }],
  'drafts.export': () => [{ ids: [ids.draft], format: 'json' }],
  'live.follow': () => [{ page: 'page', visible: true, watches: [watched] }],
  'live.refresh': () => [{ key: watchKey(watched) }],
  'live.budget': () => [{}],
  'broadcast.get': () => [{ environment }],
  'show.get': () => [{}],
  'show.check': () => [{}],
  'show.list': () => [{ limit: 10 }],
  'show.report': () => [{ id: ids.show }],
  'fields.list': () => [{ environment }],
  'words.list': () => [{ environment }],
  'requests.read': () => [{ operation: 'GET /api/events/general/all' }],
  'requests.cancel': () => [{ press: crypto.randomUUID() }],
  'requests.ofIntent': () => [{ id: ids.intent }],
  'answers.part': () => [{ id: ids.answer, from: 0, length: 100 }],
  'history.list': () => [{ limit: 50 }, { limit: 50, environment }, { limit: 50, query: canary }],
  'history.get': () => [{ id: ids.read }, { id: ids.intent }],
  'history.kept': () => [{}],
  'history.settings': () => [{}],
  'history.recent': () => [{ environment, limit: 10 }],
  'favourites.list': () => [{}],
  'seen.list': () => [{ environment, limit: 10 }],
  'limits.list': () => [{}],
  'learned.list': () => [{ environment }],
  'learned.get': () => [{ environment, operation: 'GET /api/events/general/all' }],
  'learned.export': () => [{ environment }],
  'account.state': () => [{ environment }],
  'mail.settings': () => [{}],
  'mail.compile': () => [{ mjml: '<mjml></mjml>' }],
  'access.own': () => [{}],
  'overlay.follow': () => [{ kind: 'poll' }],
  'command.list': () => [{}],
  'command.newest': () => [undefined, environment].map((one) => ({ command: 'clip', environment: one })),
  'command.run': () => [
    { command: 'mark' },
    { command: 'stop', shown: { stream: null, destinations: [] }, pressedAt: pressed().pressedAt },
  ],
}

const fileOf = (of: string): string =>
  JSON.stringify({
    format: 'showdesk-drafts',
    version: 1,
    drafts: [
      {
        ...{
          id: 'imported',
          revision: 1,
          createdAt: '2026-01-01T00:00:00.000Z',
          updatedAt: '2026-01-01T00:00:00.000Z',
        },
        ...{ operation, title: 'Imported', path: {}, query: {}, body: {}, notes: '', tags: [], extra: {} },
        environment: of,
      },
    ],
  })

/** All that the desk has in the other environment, as its own page sees it. */
async function everything(): Promise<string> {
  const { items } = await desk.desk('drafts.list', { limit: 100, environment })
  const drafts = await Promise.all(items.map(({ id }) => desk.desk('drafts.get', { id })))
  const intents = await desk.desk('ledger.list', { limit: 100, environment })
  const rundowns = await desk.desk('rundown.list', { limit: 100, environment })
  const rundown = await desk.desk('rundown.get', { id: ids.rundown })
  const { position } = await desk.desk('rundown.position', { environment })
  return JSON.stringify([drafts, intents, rundowns, rundown, position?.position])
}

const answersOf = async (scope: GrantScope): Promise<Array<[string, Frame]>> => {
  const answers: Array<[string, Frame]> = []
  for (const { name, allowed } of accessTable().filter(({ kind }) => kind === 'method')) {
    if (!allowed[scope]) continue
    const calls = aims[name]
    if (calls === undefined) throw new Error(`${name}: say here how it could reach another environment`)
    for (const params of calls()) {
      const answer = await of(scope).ask(name, params)
      expect(answer.error?.data.code, `${name} ${JSON.stringify(params)} was not understood`).not.toBe('invalid_input')
      answers.push([name, answer])
    }
  }
  return answers
}

// Catches a method or an event that tells a grant what another environment has: while that one is chosen, and after the
// desk was switched back to the grant's own.
test.each(scopes)('nothing of another environment reaches a grant of scope %s', async (scope) => {
  const before = await everything()
  for (const selected of [environment, 'rehearsal'] as const) {
    if ((await desk.desk('show.get', undefined)).show !== undefined && selected === 'rehearsal')
      await desk.desk('show.leave', undefined)
    await desk.desk('environments.select', { id: selected })
    for (const [name, answer] of await answersOf(scope)) expect(JSON.stringify(answer), name).not.toContain(canary)
  }
  await of(scope).caughtUp()
  expect(of(scope).heard.filter((frame) => JSON.stringify(frame).includes(canary))).toEqual([])
  expect(await everything()).toBe(before)
})

// Catches a draft that an assistant takes into another environment by reverting it to a revision from there.
test('a revision of another environment is neither read nor brought back', async () => {
  const content = { operation, body: {} }
  const first = await desk.desk('drafts.save', { ...content, title: 'There', environment })
  const { id } = await desk.desk('drafts.save', {
    ...{ ...content, title: 'Here', environment: 'rehearsal' as const },
    ...{ id: first.id, baseRevision: 1 },
  })
  for (const [method, params] of [
    ['drafts.get', { id, revision: 1 }],
    ['drafts.revert', { id, revision: 1, baseRevision: 2 }],
  ] as const)
    expect((await of('draft').ask(method, params)).error?.data, method).toMatchObject({
      code: 'forbidden',
      facts: { reason: 'grant_environment' },
    })
  expect(await desk.desk('drafts.get', { id })).toMatchObject({ environment: 'rehearsal', revision: 2 })
})

// Catches a rundown that an assistant takes into another environment, or reads there, by a revision or an undo.
test('a revision of a rundown from another environment is neither read nor brought back', async () => {
  const plan = { title: 'There', template: false, cues: [] }
  const { id } = await desk.desk('rundown.save', { ...plan, environment })
  await desk.desk('rundown.save', { ...plan, title: 'Here', environment: 'rehearsal', id, baseRevision: 1 })
  for (const [method, params] of [
    ['rundown.get', { id, revision: 1 }],
    ['rundown.revert', { id, revision: 1, baseRevision: 2 }],
    ['rundown.dryRun', { id, revision: 1 }],
  ] as const)
    expect((await of('draft').ask(method, params)).error?.data, method).toMatchObject({
      code: 'forbidden',
      facts: { reason: 'grant_environment' },
    })
  expect(await desk.desk('rundown.get', { id })).toMatchObject({ environment: 'rehearsal', revision: 2 })
  expect((await of('draft').ask('rundown.get', { id })).error).toBeUndefined()
})

// Catches counts and notices of the whole desk, which events keep from a grant, in an answer.
test('what the desk says of itself is of the grant’s environment', async () => {
  await desk.desk('environments.select', { id: environment })
  await desk.desk('connection.configure', { sending: 'paused' })
  const waits = await desk.desk('ledger.submit', {
    operation: 'POST /api/marketing/template/update',
    body: { templateId: canary },
  })
  expect(waits.state).toBe('queued')
  await desk.desk('environments.select', { id: 'rehearsal' })
  expect((await desk.desk('desk.info', undefined)).counts.queued).toBe(1)
  const { result } = await of('read').ask('desk.info')
  expect(result).toMatchObject({ counts: { queued: 0, sending: 0, accepted: 0, unknown: 0 }, notices: [] })
})

// Catches a change that is kept where nobody sees it: in the bin.
test('a draft in the bin is not changed by a grant, but can be restored by it', async () => {
  const { id } = await desk.desk('drafts.save', { operation, title: 'Removed', environment: 'rehearsal' })
  await desk.desk('drafts.remove', { id })
  const inBin = { code: 'invalid_state', facts: { reason: 'draft_in_bin' } }
  const { ask } = of('draft')
  for (const [method, params] of [
    ['drafts.save', { id, operation, title: 'Changed', baseRevision: 1 }],
    ['drafts.link', { id, links: { other: 'x' } }],
    ['drafts.revert', { id, revision: 1, baseRevision: 1 }],
  ] as const)
    expect((await ask(method, params)).error?.data, method).toMatchObject(inBin)
  expect((await ask('drafts.restore', { id })).error).toBeUndefined()
  const saved = await ask('drafts.save', { id, operation, title: 'Changed', baseRevision: 1 })
  expect((saved.result as Draft).title).toBe('Changed')
})
