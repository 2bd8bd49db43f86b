// What a grant changed carries its name where people look for it, also after a restart.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Grant } from '#contract/access.ts'
import type { Draft, DraftPage, DraftRevision } from '#contract/draft.ts'
import type { Intent } from '#contract/models.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import type { App, Caller } from '../../../../main/core/types.ts'
import { createApp } from '../../../support/contract.ts'
import { grantOf } from './support.ts'

const quiet = { write: () => undefined }
const desk: Caller = { scope: 'desk', page: true }
const cleanups: Array<() => unknown> = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

function startIn(folder: string): Promise<App> {
  return createApp(
    {
      host: 'loopback',
      profile: join(folder, 'profile'),
      keychain: createMemoryKeychain({ clock: systemClock, log: quiet }),
      clock: systemClock,
      log: quiet,
      shell: { openExternal: () => Promise.resolve() },
    },
    { version: '0.0.0' },
  )
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'histories-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function call<T>(app: App, method: string, params: object, caller: Caller = desk): Promise<T> {
  const answer = await app.bridge.call(method, params, caller)
  if (!answer.ok) throw new Error(`${method}: ${answer.error.message}`)
  return answer.data as T
}

const content = (html: string) => ({
  operation: 'POST /api/marketing/emailSequence/create',
  title: 'Reminder',
  path: {},
  query: {},
  body: { html },
  notes: '',
  tags: [],
  environment: 'rehearsal',
  extra: {},
  base: null,
})

// Catches a change by an assistant or a script that nobody can tell from a person's, in each way that makes a revision.
test('each revision names the grant that made it, and a person is not named', async () => {
  const folder = newFolder()
  let app = await startIn(folder)
  const by: Grant = { ...grantOf.draft, name: 'Assistant' }
  const long = 'long text. '.repeat(2_000)
  const first = await call<Draft>(app, 'drafts.save', content(long))
  const { id } = first
  await call(app, 'drafts.save', { ...content(`${long}One letter more`), id, baseRevision: 1 }, by)
  await call(app, 'drafts.save', { ...content('another text'), id, baseRevision: 2 }, by)
  await call(app, 'drafts.revert', { id, revision: 1, baseRevision: 3 }, by)
  const copy = await call<Draft>(app, 'drafts.duplicate', { id }, by)
  const file = await call<{ text: string }>(app, 'drafts.export', { ids: [id], format: 'json' })
  await call(app, 'drafts.save', { ...content('mine again'), id, baseRevision: 4 })
  const brought = await call<{ drafts: Array<{ id: string }> }>(app, 'drafts.import', { text: file.text }, by)
  await app.close()
  app = await startIn(folder)
  cleanups.push(() => app.close())

  const makers = async (of: string): Promise<Array<string | undefined>> => {
    const { items } = await call<{ items: DraftRevision[] }>(app, 'drafts.revisions', { id: of, limit: 10 })
    return items.map((item) => item.by)
  }
  expect(await makers(id)).toEqual([undefined, 'Assistant', 'Assistant', 'Assistant', undefined])
  expect(await makers(copy.id)).toEqual(['Assistant'])
  expect(await makers(brought.drafts[0]?.id ?? '')).toEqual(['Assistant'])
})

// Catches old titles of one environment told to a grant of the other, after a record was moved between them.
test('a grant is told no revision from before its environment', async () => {
  const app = await startIn(newFolder())
  cleanups.push(() => app.close())
  const { id } = await call<Draft>(app, 'drafts.save', {
    ...content('a'),
    title: 'Secret plan',
    environment: 'production',
  })
  await call(app, 'drafts.save', { ...content('b'), id, baseRevision: 1, title: 'Open plan' })
  await call(app, 'drafts.save', { ...content('c'), id, baseRevision: 2, title: 'Open plan, again' })
  const rundown = { title: 'Secret show', environment: 'production', template: false, cues: [] }
  const made = await call<{ id: string }>(app, 'rundown.save', rundown)
  const moved = { ...rundown, id: made.id, title: 'Open show', environment: 'rehearsal', baseRevision: 1 }
  await call(app, 'rundown.save', moved)

  const titles = async (method: string, of: string, caller: Caller, more: object = {}) => {
    const page = await call<{ items: Array<{ title: string }>; next?: number }>(
      app,
      method,
      { id: of, limit: 10, ...more },
      caller,
    )
    return [...page.items.map(({ title }) => title), ...(page.next === undefined ? [] : [page.next])]
  }
  expect(await titles('drafts.revisions', id, grantOf.read)).toEqual(['Open plan, again', 'Open plan'])
  expect(await titles('drafts.revisions', id, grantOf.read, { limit: 1, before: 2 })).toEqual([])
  expect(await titles('drafts.revisions', id, desk)).toHaveLength(3)
  expect(await titles('rundown.history', made.id, grantOf.read)).toEqual(['Open show'])
  expect(await titles('rundown.history', made.id, desk)).toEqual(['Open show', 'Secret show'])
})

// Catches a draft that an assistant put into the bin as if a person had.
test('the bin names the grant that removed a draft, also after a restart, and nobody once it is back', async () => {
  const folder = newFolder()
  let app = await startIn(folder)
  const { id } = await call<Draft>(app, 'drafts.save', content('text'))
  await call(app, 'drafts.remove', { id }, { ...grantOf.draft, name: 'Assistant' })
  await app.close()
  app = await startIn(folder)
  cleanups.push(() => app.close())
  const { items } = await call<DraftPage>(app, 'drafts.list', { removed: true, limit: 10 })
  expect(items.map((item) => [item.id, item.removedBy])).toEqual([[id, 'Assistant']])
  expect(await call(app, 'drafts.get', { id })).toMatchObject({ removedBy: 'Assistant' })
  expect(await call(app, 'drafts.restore', { id })).not.toHaveProperty('removedBy')
  await call(app, 'drafts.remove', { id })
  expect(await call(app, 'drafts.get', { id })).not.toHaveProperty('removedBy')
})

// Catches a stop by a controller that Activity shows as if it had been pressed at the desk.
test('a write that was asked for by a grant names it, in the list and in its search', async () => {
  const app = await startIn(newFolder())
  cleanups.push(() => app.close())
  await call(app, 'credentials.save', { environment: 'rehearsal', credential: 'apiKey', value: 'rehearsal-key' })
  const by: Grant = { ...grantOf.operate, name: 'Stream Deck', commands: ['clip'] }
  const streams = await call<{ data: unknown }>(app, 'platform.read', { operation: 'GET /api/video/stream/all' })
  const id = /"id":"(str_\w+)"/.exec(JSON.stringify(streams.data))?.[1]
  await call(app, 'broadcast.choose', { environment: 'rehearsal', stream: { id, name: 'Stream' } })
  const { intent } = await call<{ intent: Intent }>(app, 'command.run', { command: 'clip', title: 'A moment' }, by)
  expect(intent.by).toBe('Stream Deck')
  const found = await call<{ items: Intent[] }>(app, 'ledger.list', { limit: 10, query: 'stream deck' })
  expect(found.items.map((one) => [one.id, one.by])).toEqual([[intent.id, 'Stream Deck']])
})
