import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOf } from '../../../../main/writing/drafts/content.ts'
import { createDesk, input, listing, note, template } from './support.ts'

// Catches a save that is answered before it is on disk, a second revision for the same content, and a repeated save that is called a conflict.
test('a save is a revision, and the same content is none', async () => {
  const desk = await createDesk()
  const heard: unknown[] = []
  desk.drafts.onChange((change) => heard.push(change.draft?.revision ?? change))
  const first = await desk.drafts.save(input({ tags: ['show'] }))
  expect(first).toMatchObject({
    revision: 1,
    title: 'Evening',
    body: { name: 'Evening' },
    links: {},
    sends: [],
    base: null,
  })
  const second = await desk.drafts.save(input({ id: first.id, baseRevision: 1, title: 'Night' }))
  expect(second.revision).toBe(2)
  expect((await desk.drafts.save(input({ id: first.id, baseRevision: 1, title: 'Night' }))).revision).toBe(2)
  expect(heard).toEqual([1, 2])
  await desk.restart()
  expect(desk.drafts.get(first.id)).toEqual(second)
  expect(desk.drafts.get(first.id, 1)).toMatchObject({ revision: 1, title: 'Evening', tags: ['show'] })
  expect(desk.drafts.revisions({ id: first.id, limit: 1 })).toMatchObject({
    items: [{ revision: 2, title: 'Night', sent: [] }],
    next: 2,
  })
  expect(desk.drafts.revisions({ id: first.id, limit: 5, before: 2 }).items).toMatchObject([{ revision: 1 }])
})

// Catches a stale window that overwrites what another one saved, also while both save at once.
test('a save on a stale revision is refused and nothing is overwritten', async () => {
  const desk = await createDesk()
  const { id } = await desk.drafts.save(input())
  const both = await Promise.allSettled([
    desk.drafts.save(input({ id, baseRevision: 1, title: 'Mine' })),
    desk.drafts.save(input({ id, baseRevision: 1, title: 'Theirs' })),
  ])
  expect(both).toMatchObject([
    { status: 'fulfilled', value: { revision: 2 } },
    { status: 'rejected', reason: { code: 'conflict' } },
  ])
  await expect(desk.drafts.save(input({ id, title: 'No base' }))).rejects.toMatchObject({ code: 'conflict' })
  expect(desk.drafts.get(id).title).toBe('Mine')
})

// Catches a draft for something that can't be sent, and an id of a window's own making that is not kept.
test('only writing operations are drafted, under the id that was asked for', async () => {
  const { drafts } = await createDesk()
  for (const operation of ['POST /api/nowhere', 'GET /api/notes/all']) {
    await expect(drafts.save(input({ operation }))).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fields: [{ path: 'operation' }] },
    })
  }
  expect((await drafts.save(input({ id: 'my-own', baseRevision: 0 }))).id).toBe('my-own')
  expect(() => drafts.get('other')).toThrow(expect.objectContaining({ code: 'not_found_here' }))
  expect(() => drafts.get('my-own', 2 ** 20 + 1)).toThrow(expect.objectContaining({ code: 'not_found_here' }))
})

// Catches a revert that loses what came after, or that forgets which revision it brought back.
test('a revision comes back as a new one', async () => {
  const { drafts } = await createDesk()
  const { id } = await drafts.save(input({ title: 'One' }))
  await drafts.save(input({ id, baseRevision: 1, title: 'Two' }))
  await expect(drafts.revert({ id, revision: 1, baseRevision: 1 })).rejects.toMatchObject({ code: 'conflict' })
  expect(await drafts.revert({ id, revision: 1, baseRevision: 2 })).toMatchObject({ revision: 3, title: 'One' })
  expect(drafts.revisions({ id, limit: 10 }).items.map(({ revision, of }) => [revision, of])).toEqual([
    [3, 1],
    [2, undefined],
    [1, undefined],
  ])
  expect(await drafts.revert({ id, revision: 1, baseRevision: 3 })).toMatchObject({ revision: 3 })
})

// Catches links that are lost with a save or that make a revision, and a bin from which nothing returns.
test('links and the bin stand beside the revisions', async () => {
  const { drafts } = await createDesk()
  const { id } = await drafts.save(input())
  drafts.link(id, { main: 'intent-1', other: 'intent-2' })
  expect(drafts.link(id, { other: null }).links).toEqual({ main: 'intent-1' })
  await drafts.remove(id, false)
  expect((await drafts.list(listing())).items).toEqual([])
  expect((await drafts.list(listing({ removed: true }))).items).toMatchObject([
    { id, removedAt: expect.any(String) as string },
  ])
  expect(await drafts.save(input({ id, baseRevision: 1, title: 'Still typed' }))).toMatchObject({
    revision: 2,
    removedAt: expect.any(String) as string,
    links: { main: 'intent-1' },
  })
  expect(drafts.restore(id)).not.toHaveProperty('removedAt')
  expect((await drafts.list(listing())).items).toMatchObject([{ id, title: 'Still typed', revision: 2 }])
  const copy = await drafts.duplicate(id, 'Copy')
  expect(copy).toMatchObject({ revision: 1, title: 'Copy', links: {}, body: { name: 'Evening' } })
})

// Catches a page that repeats or skips a draft, and filters that let others through.
test('pages of the list follow each other, newest first', async () => {
  const { drafts, clock } = await createDesk()
  for (let n = 0; n < 7; n += 1) {
    await drafts.save(
      input({
        id: `d${n}`,
        title: `Draft ${n}`,
        tags: n % 2 === 0 ? ['even', 'x"y'] : [],
        ...(n === 3 && { environment: 'rehearsal' }),
        ...(n === 4 && { operation: template }),
      }),
    )
    if (n % 2 === 0) await clock.advance(5)
  }
  const seen: string[] = []
  for (let before: string | undefined; ;) {
    const page = await drafts.list(listing({ limit: 3, ...(before !== undefined && { before }) }))
    seen.push(...page.items.map(({ id }) => id))
    if (page.next === undefined) break
    before = page.next
  }
  expect(seen).toEqual(['d6', 'd5', 'd4', 'd3', 'd2', 'd1', 'd0'])
  expect((await drafts.list(listing({ tag: 'x"y' }))).items.map(({ id }) => id)).toEqual(['d6', 'd4', 'd2', 'd0'])
  expect((await drafts.list(listing({ environment: 'rehearsal' }))).items.map(({ id }) => id)).toEqual(['d3'])
  expect((await drafts.list(listing({ operation: [template] }))).items.map(({ id }) => id)).toEqual(['d4'])
  await expect(drafts.list(listing({ before: 'nonsense' }))).rejects.toMatchObject({ code: 'invalid_input' })
})

const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('\0', '\ud83d', '"', '\\', '\n', '😀', 'é', '<p>'),
)
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(5),
  text: piece,
  field: fc.constantFrom('htmlContent', 'textContent', 'odd key', 'name'),
})

// Catches a revision that comes back other than it was saved: most are kept as what differs from an earlier one.
test('every revision reads back as it was saved, however little was written of it', async () => {
  const desk = await createDesk()
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), piece, async (edits, seed) => {
      let texts: Record<string, string> = {
        name: 'x',
        htmlContent: `${'lorem "ipsum" 😀 \n'.repeat(120)}${seed}`,
        textContent: seed,
        'odd key': 'y'.repeat(2_000),
      }
      const body = () => ({ ...texts, list: [1, 1e21, null] })
      let saved = await desk.drafts.save(input({ body: body() }))
      const kept = [saved]
      for (const { at, cut, text, field } of edits) {
        const old = texts[field] ?? ''
        const from = Math.floor(at * old.length)
        texts = { ...texts, [field]: old.slice(0, from) + text + old.slice(from + cut) }
        saved = await desk.drafts.save(input({ id: saved.id, baseRevision: saved.revision, body: body() }))
        if (saved.revision > kept.length) kept.push(saved)
      }
      const rows = desk.drafts.revisions({ id: saved.id, limit: 100 }).items
      expect(rows).toHaveLength(kept.length)
      for (const one of kept) {
        const content = desk.drafts.get(one.id, one.revision)
        expect(content.body).toEqual(one.body)
        const { operation, title, path, query, notes, tags, extra, base } = content
        const text = textOf({ operation, title, path, query, body: content.body, notes, tags, extra, base })
        expect(rows.find(({ revision }) => revision === one.revision)?.bytes).toBe(Buffer.byteLength(text))
      }
    }),
    { numRuns: 40 },
  )
  const whole = Number(desk.database.statement('SELECT count(*) AS n FROM draft_saves WHERE base IS NULL').get()?.n)
  expect(whole).toBeLessThan(Number(desk.database.statement('SELECT count(*) AS n FROM draft_saves').get()?.n))
})

// Catches an operation's fields that a draft does not keep.
test('every part of a content is kept', async () => {
  const { drafts } = await createDesk()
  const content = {
    operation: note,
    title: 'T',
    path: { id: '1' },
    query: { page: 2, all: true, none: null },
    body: [1, 'a'],
    notes: 'N',
    tags: ['t'],
    environment: 'production',
    extra: { samples: { set: 'long' } },
    base: { name: 'before' },
  }
  const { id } = await drafts.save(input(content))
  expect(drafts.get(id)).toMatchObject(content)
})
