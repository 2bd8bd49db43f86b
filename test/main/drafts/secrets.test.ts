import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Draft } from '#contract/draft.ts'
import { createDesk, event, input, listing } from './support.ts'

const secret = 'strm-key-99887766aa'
const bodyWith = (streamKey: unknown, more: Record<string, unknown> = {}) => ({ options: { streamKey, apiKey: null }, details: { title: 'Night show' }, ...more })
const referenceIn = (draft: Draft) => (draft.body as { options: { streamKey: { $secret: string } } }).options.streamKey.$secret

function bytesOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name)))).toString('latin1')
}

// Catches a secret that reaches the database, its log, its search index or a backup, and one that is stored again with each save.
test('a secret that is typed into a draft is in the keychain only', async () => {
  const desk = await createDesk()
  const first = await desk.drafts.save(input({ operation: event, body: bodyWith(secret) }))
  expect(await desk.vault.resolve(referenceIn(first), 'body')).toBe(secret)
  const second = await desk.drafts.save(input({ id: first.id, baseRevision: 1, operation: event, title: 'Again', body: bodyWith(secret) }))
  expect(referenceIn(second)).toBe(referenceIn(first))
  const repeated = await desk.drafts.save(input({ id: first.id, baseRevision: 1, operation: event, title: 'Again', body: bodyWith(secret) }))
  expect(repeated.revision).toBe(2)
  await desk.drafts.list(listing({ query: 'night' }))
  expect((await desk.drafts.list(listing({ query: secret }))).items).toEqual([])
  await desk.database.backup('test')
  expect(bytesOf(desk.folder)).not.toContain(secret)
  expect(JSON.stringify([first, second, repeated])).not.toContain(secret)
})

// Catches a known secret that is saved as ordinary text, and an older state that is lost with the refusal.
test.each([
  ['title', { title: `My ${secret}` }],
  ['notes', { notes: `see ${secret}` }],
  ['tags.0', { tags: [secret] }],
  ['extra.sample.text', { extra: { sample: { text: secret } } }],
  ['base.streamKeyCopy', { base: { streamKeyCopy: secret } }],
  ['query.q', { query: { q: secret } }],
  ['body.htmlContent', { body: bodyWith(null, { htmlContent: `<p>${'long '.repeat(300)}${secret}</p>` }) }],
])('a known secret in %s is refused', async (path, given) => {
  const desk = await createDesk()
  desk.redactor.learn(secret)
  const { id } = await desk.drafts.save(input({ operation: event, body: bodyWith(null) }))
  const saving = desk.drafts.save(input({ id, baseRevision: 1, operation: event, body: bodyWith(null), ...given }))
  await expect(saving).rejects.toMatchObject({ code: 'invalid_input', details: { fields: [{ path }] } })
  await expect(saving).rejects.not.toThrow(secret)
  expect(desk.drafts.get(id).revision).toBe(1)
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
  const gone = await desk.drafts.save(input({ operation: event, body: bodyWith({ $secret: 'draft/other/streamKey/AAAAAAAAAAAAAAAA' }) }))
  expect(gone.body).toMatchObject({ options: { streamKey: null } })
})

// Catches a secret that is taken from a revision that is kept, and one that stays in the keychain for ever.
test('a secret leaves the keychain once no kept revision needs it', async () => {
  const desk = await createDesk()
  const first = await desk.drafts.save(input({ operation: event, body: bodyWith(secret) }))
  const second = await desk.drafts.save(input({ id: first.id, baseRevision: 1, operation: event, body: bodyWith('another-secret-2') }))
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
