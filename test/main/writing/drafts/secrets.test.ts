import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Draft } from '#contract/draft.ts'
import { mask } from '#contract/mask.ts'
import { createDesk, event, input, listing } from './support.ts'

const secret = 'strm-key-99887766aa'
const bodyWith = (streamKey: unknown, more: Record<string, unknown> = {}) => ({
  options: { streamKey, apiKey: null },
  details: { title: 'Night show' },
  ...more,
})
const referenceIn = (draft: Draft) =>
  (draft.body as { options: { streamKey: { $secret: string } } }).options.streamKey.$secret

function bytesOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name)))).toString('latin1')
}

// Catches a secret that reaches the database, its log, its search index or a backup, and one that is stored again with each save.
test('a secret that is typed into a draft is in the keychain only', async () => {
  const desk = await createDesk()
  const first = await desk.drafts.save(input({ operation: event, body: bodyWith(secret) }))
  expect(await desk.vault.resolve(referenceIn(first), 'body')).toBe(secret)
  const second = await desk.drafts.save(
    input({ id: first.id, baseRevision: 1, operation: event, title: 'Again', body: bodyWith(secret) }),
  )
  expect(referenceIn(second)).toBe(referenceIn(first))
  const repeated = await desk.drafts.save(
    input({ id: first.id, baseRevision: 1, operation: event, title: 'Again', body: bodyWith(secret) }),
  )
  expect(repeated.revision).toBe(2)
  await desk.drafts.list(listing({ query: 'night' }))
  expect((await desk.drafts.list(listing({ query: secret }))).items).toEqual([])
  await desk.database.backup('test')
  expect(bytesOf(desk.folder)).not.toContain(secret)
  expect(JSON.stringify([first, second, repeated])).not.toContain(secret)
})

const long = 'long '.repeat(300)

// Catches a known secret that is saved as ordinary text, a text that is lost because of it, and a field that nobody hears of.
test.each([
  ['title', { title: `My ${secret}` }, { title: `My ${mask}` }],
  ['notes', { notes: `see ${secret}` }, { notes: `see ${mask}` }],
  ['tags.0', { tags: [secret] }, { tags: [mask] }],
  ['extra.sample.text', { extra: { sample: { text: secret } } }, { extra: { sample: { text: mask } } }],
  ['query.q', { query: { q: secret } }, { query: { q: mask } }],
  ['path.id', { path: { id: secret } }, { path: { id: mask } }],
  [
    'body.htmlContent',
    { body: bodyWith(null, { htmlContent: `<p>${long}${secret}</p>` }) },
    { body: bodyWith(null, { htmlContent: `<p>${long}${mask}</p>` }) },
  ],
])('a known secret in %s is left out of what is saved', async (path, given, kept) => {
  const desk = await createDesk()
  desk.redactor.learn(secret)
  const { id } = await desk.drafts.save(input({ operation: event, body: bodyWith(null) }))
  const saved = await desk.drafts.save(input({ id, baseRevision: 1, operation: event, body: bodyWith(null), ...given }))
  expect(saved).toMatchObject({ revision: 2, leftOut: [path], ...kept })
  expect(desk.drafts.get(id)).toMatchObject(kept)
  await desk.database.backup('test')
  expect(bytesOf(desk.folder)).not.toContain(secret)
})

// Catches the platform's copy that keeps a secret, and a word about what nobody wrote.
test("a known secret in the platform's copy is masked", async () => {
  const desk = await createDesk()
  desk.redactor.learn(secret)
  const saved = await desk.drafts.save(
    input({ operation: event, body: bodyWith(null), base: { streamKeyCopy: secret, title: 'Night' } }),
  )
  expect(saved).toMatchObject({ base: { streamKeyCopy: mask, title: 'Night' } })
  expect(saved.leftOut).toBeUndefined()
})

// Catches a secret that is typed letter by letter: each difference alone holds nothing.
test('a secret that is typed into a long text does not reach the disk whole', async () => {
  const desk = await createDesk()
  desk.redactor.learn(secret)
  const operation = 'POST /api/marketing/template/create'
  const typed = (count: number) => ({ htmlContent: `<p>${long}${long}${secret.slice(0, count)}</p>` })
  let { id, revision } = await desk.drafts.save(input({ operation, body: typed(0) }))
  for (let count = 1; count <= secret.length; count += 1)
    ({ id, revision } = await desk.drafts.save(input({ id, baseRevision: revision, operation, body: typed(count) })))
  expect(desk.drafts.get(id).body).toEqual({ htmlContent: `<p>${long}${long}${mask}</p>` })
  for (const { revision: one } of desk.drafts.revisions({ id, limit: 100 }).items)
    expect(JSON.stringify(desk.drafts.get(id, one).body)).not.toContain(secret)
})

// Catches a false alarm that can't be overruled, that comes again with the next save or after a restart, or a door that shuts on it.
test('a field is kept as text where a person says so', async () => {
  const desk = await createDesk()
  const ordinary = 'evening-show-main'
  desk.redactor.learn(ordinary)
  const notes = `On air: ${ordinary}`
  const first = await desk.drafts.save(input({ operation: event, body: bodyWith(null), notes }))
  expect(first).toMatchObject({ notes: `On air: ${mask}`, leftOut: ['notes'] })
  const kept = await desk.drafts.save(
    input({ id: first.id, baseRevision: 1, operation: event, body: bodyWith(null), notes, keepAsText: ['notes'] }),
  )
  expect(kept).toMatchObject({ notes, revision: 2 })
  expect(kept.leftOut).toBeUndefined()
  const again = await desk.drafts.save(
    input({
      id: first.id,
      baseRevision: 2,
      operation: event,
      title: ordinary,
      body: bodyWith(null, { title: ordinary }),
      notes,
    }),
  )
  expect(again).toMatchObject({ notes, title: ordinary, body: { title: ordinary }, revision: 3 })
})

// Catches a copy that loses its secrets when the original goes, and a secret of a provider profile that is copied instead of shared.
test('a copied draft has secrets of its own', async () => {
  const desk = await createDesk()
  const original = await desk.drafts.save(input({ operation: event, body: bodyWith(secret) }))
  const copy = await desk.drafts.duplicate(original.id)
  expect(referenceIn(copy)).not.toBe(referenceIn(original))
  await desk.drafts.remove(original.id, true)
  await expect(desk.vault.resolve(referenceIn(original), 'body')).rejects.toMatchObject({ code: 'secret_missing' })
  expect(await desk.vault.resolve(referenceIn(copy), 'body')).toBe(secret)
  const shared = await desk.vault.put('profile/p1', 'streamKey', 'profile-secret-1')
  expect(referenceIn(await desk.drafts.save(input({ operation: event, body: bodyWith(shared) })))).toBe(shared.$secret)
  const gone = await desk.drafts.save(
    input({ operation: event, body: bodyWith({ $secret: 'draft/other/streamKey/AAAAAAAAAAAAAAAA' }) }),
  )
  expect(gone.body).toMatchObject({ options: { streamKey: null } })
})

// Catches a secret that is taken from a revision that is kept, and one that stays in the keychain for ever.
test('a secret leaves the keychain once no kept revision needs it', async () => {
  const desk = await createDesk()
  const first = await desk.drafts.save(input({ operation: event, body: bodyWith(secret) }))
  const second = await desk.drafts.save(
    input({ id: first.id, baseRevision: 1, operation: event, body: bodyWith('another-secret-2') }),
  )
  await desk.clock.advance(120_000)
  expect(await desk.vault.resolve(referenceIn(first), 'body')).toBe(secret)
  const orphan = await desk.vault.put('draft/never-written', 'streamKey', 'orphan-secret-3')
  await desk.restart()
  await desk.clock.advance(120_000)
  await expect(desk.vault.resolve(orphan.$secret, 'body')).rejects.toMatchObject({ code: 'secret_missing' })
  expect(await desk.vault.resolve(referenceIn(second), 'body')).toBe('another-secret-2')
  desk.database.statement('DELETE FROM draft_saves WHERE key % 1048576 = 1').run()
  await desk.clock.advance(86_400_000)
  await expect(desk.vault.resolve(referenceIn(first), 'body')).rejects.toMatchObject({ code: 'secret_missing' })
  expect(await desk.vault.resolve(referenceIn(second), 'body')).toBe('another-secret-2')
})
