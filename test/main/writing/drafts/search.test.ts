import { expect, test } from 'vitest'
import { contentOf } from '../../../../main/writing/drafts/content.ts'
import { hitsOf } from '../../../../main/writing/drafts/hits.ts'
import { queryOf } from '../../../../main/writing/drafts/search-terms.ts'
import { revisionSpan } from '../../../../main/core/storage/migrations/0002-drafts.ts'
import { migrations } from '../../../../main/core/storage/migrations/index.ts'
import { openProfileWith } from '../../../../main/core/storage/open.ts'
import { createFakeClock, quietLog } from '../../platform/ledger/support.ts'
import { temporary } from '../../core/storage/support.ts'
import { createDesk, input, listing } from './support.ts'

function queried(given: Record<string, unknown>, text: string) {
  const query = queryOf(text)
  return query === undefined ? [] : hitsOf(contentOf(input({ title: '', ...given })), query)
}

async function searched() {
  const desk = await createDesk()
  const add = (id: string, title: string, more: Record<string, unknown> = {}) =>
    desk.drafts.save(input({ id, title, body: {}, ...more }))
  await add('cafe', 'Café Évening', { tags: ['Größe'] })
  await add('mail', 'The e-mail of the evening', {
    body: {
      htmlContent: '<style>p{color:hidden}</style><p class="classy">Bonjour <b>tout</b> le monde &amp; more</p>',
    },
  })
  await add('body', 'Other', {
    body: { text: 'an evening, in the body only', nested: [{ deep: 'subterranean' }] },
    notes: 'remember the lamp',
  })
  const find = async (query: string, more: Record<string, unknown> = {}) =>
    (await desk.drafts.list(listing({ query, ...more }))).items
  return {
    desk,
    drafts: desk.drafts,
    clock: desk.clock,
    find,
    ids: async (query: string) => (await find(query)).map(({ id }) => id).sort(),
  }
}

// Catches a search that misses case, marks, beginnings, tags, notes or deep texts, or that finds markup.
test('words are found wherever a person wrote them', async () => {
  const { ids } = await searched()
  expect(await ids('EVENING')).toEqual(['body', 'cafe', 'mail'])
  expect(await ids('eve')).toEqual(['body', 'cafe', 'mail'])
  expect(await ids('cafe')).toEqual(['cafe'])
  expect(await ids('grosse')).toEqual(['cafe'])
  expect(await ids('GROßE')).toEqual(['cafe'])
  expect(await ids('größ')).toEqual(['cafe'])
  expect(await ids('lam')).toEqual(['body'])
  expect(await ids('subterranean')).toEqual(['body'])
  expect(await ids('bonjour mon')).toEqual(['mail'])
  expect(await ids('classy')).toEqual([])
  expect(await ids('hidden')).toEqual([])
  expect(await ids('e-mai')).toEqual(['mail'])
})

// Catches a search that finds a Japanese, Chinese or Korean text by its beginning only, and marks more than was searched for.
test('a part of a text without spaces is found', async () => {
  const { drafts, find, ids } = await searched()
  await drafts.save(
    input({ id: 'ja', title: '日本語のメール', body: { text: '今夜は本と語る。東京タワーで日本語ライブ' } }),
  )
  await drafts.save(input({ id: 'zh', title: '今晚九点直播', body: { html: '<p>不见<b>不散</b>，各位观众</p>' } }))
  await drafts.save(input({ id: 'ko', title: '오늘밤 방송', body: {}, notes: '다음방송은 iPhone에서' }))
  expect(await ids('本語')).toEqual(['ja'])
  expect(await ids('語')).toEqual(['ja'])
  expect(await ids('日語')).toEqual([])
  expect(await ids('語本')).toEqual([])
  expect(await ids('メール')).toEqual(['ja'])
  expect(await ids('ール')).toEqual(['ja'])
  expect(await ids('タワー 日本')).toEqual(['ja'])
  expect(await ids('直播')).toEqual(['zh'])
  expect(await ids('今')).toEqual(['ja', 'zh'])
  expect(await ids('观众')).toEqual(['zh'])
  expect(await ids('방송')).toEqual(['ko'])
  expect(await ids('송은')).toEqual(['ko'])
  expect(await ids('iphone에서')).toEqual(['ko'])
  expect(await ids('iph')).toEqual(['ko'])
  const [japanese] = await find('本語')
  expect(
    japanese?.hits?.map(({ field, text, ranges }) => [field, ...ranges.map(([a, b]) => text.slice(a, b))]),
  ).toEqual([
    ['title', '本語'],
    ['body', '本語'],
  ])
  const [chinese] = await find('不散')
  expect(chinese?.hits?.map(({ text, ranges }) => ranges.map(([a, b]) => text.slice(a, b)))).toEqual([['不散']])
})

// Catches a profile of an earlier desk whose drafts are found by the beginnings of their texts only.
test('drafts of an earlier desk are indexed again', async () => {
  const folder = await temporary()
  const older = migrations.slice(0, 11)
  const database = await openProfileWith(older, { folder, clock: createFakeClock(), log: quietLog })
  const at = '2026-01-01T00:00:00.000Z'
  const title = '日本語のメール'
  const content = JSON.stringify(contentOf(input({ title, body: {} })))
  database
    .statement(
      `INSERT INTO drafts (place, id, operation, environment, revision, indexed, bytes, created_at, updated_at, title, tags, links)
       VALUES (1, 'ja', 'POST /api/marketing/template/create', 'rehearsal', 1, 1, ?, ?, ?, ?, '[]', '{}')`,
    )
    .run(content.length, at, at, title)
  database
    .statement('INSERT INTO draft_saves (key, at, bytes, title, content) VALUES (?, ?, ?, ?, ?)')
    .run(revisionSpan + 1, at, content.length, title, content)
  database.close()
  const { drafts } = await createDesk(folder)
  expect((await drafts.list(listing({ query: '本語' }))).items.map(({ id }) => id)).toEqual(['ja'])
})

// Catches a person's text that is read as query syntax, and half a word that ends a search with an error.
test.each([
  '"',
  'evening"',
  '"evening',
  'eve*',
  '*',
  'evening AND',
  'NOT evening',
  'title:evening',
  '(evening',
  'evening)',
  "e'",
  'NEAR(a b)',
  '^evening',
  '-',
  '{}',
  'a:b',
  '\0',
  '+',
])('the text %j is searched for, not obeyed', async (text) => {
  const { find } = await searched()
  expect(await find(text)).toBeInstanceOf(Array)
  if (/^["*(^]?eve/.test(text) && !text.includes('AND')) expect((await find(text)).length).toBeGreaterThan(0)
})

// Catches a title that counts no more than a body, pages of a search that overlap, and filters that a search forgets.
test('titles come first, and pages follow each other', async () => {
  const { find, drafts, clock } = await searched()
  expect((await find('evening')).at(-1)?.id).toBe('body')
  for (let n = 0; n < 9; n += 1)
    await drafts.save(input({ id: `many${n}`, title: `Lantern ${n}`, body: {}, tags: n < 4 ? ['few'] : [] }))
  const pages: string[] = []
  for (let before: string | undefined; ;) {
    const page = await drafts.list(listing({ query: 'lantern', limit: 4, ...(before !== undefined && { before }) }))
    pages.push(...page.items.map(({ id }) => id))
    if (page.next === undefined) break
    before = page.next
  }
  expect(new Set(pages).size).toBe(9)
  expect(pages).toHaveLength(9)
  expect(await find('lantern', { tag: 'few' })).toHaveLength(4)
  await drafts.remove('many0', false)
  expect(await find('lantern')).toHaveLength(8)
  expect(await find('lantern', { removed: true })).toMatchObject([{ id: 'many0' }])
  await drafts.remove('many0', true)
  expect(await find('lantern', { removed: true })).toEqual([])
  await clock.advance(0)
})

// Catches an index that keeps what was changed, that does not know what an earlier run saved, or that is never made in the background.
test('the search knows the newest revision only, after a restart too', async () => {
  const { desk, ids } = await searched()
  await desk.drafts.save(input({ id: 'cafe', baseRevision: 1, title: 'Tea', body: {} }))
  expect(await ids('cafe')).toEqual([])
  expect(await ids('tea')).toEqual(['cafe'])
  await desk.drafts.save(input({ id: 'late', title: 'Afterthought' }))
  await desk.restart()
  const behind = () =>
    Number(desk.database.statement('SELECT count(*) AS n FROM drafts WHERE indexed < revision').get()?.n)
  expect(behind()).toBe(1)
  await desk.clock.advance(2_000)
  expect(behind()).toBe(0)
  expect((await desk.drafts.list(listing({ query: 'after' }))).items).toMatchObject([{ id: 'late' }])
})

// Catches ranges beside the words they mark, also where folding changes lengths.
test('hits mark the words as they were written', async () => {
  const { find } = await searched()
  const marked = async (query: string) =>
    (await find(query)).flatMap(({ hits = [] }) =>
      hits.map(({ field, text, ranges }) => [field, ...ranges.map(([start, end]) => text.slice(start, end))]),
    )
  expect(await marked('cafe')).toEqual([['title', 'Café']])
  expect(await marked('größ')).toEqual([['tags', 'Größe']])
  expect(await marked('lamp')).toEqual([['notes', 'lamp']])
  expect(await marked('monde more')).toEqual([['body', 'monde', 'more']])
  const html = `<style>needle{}</style><!-- needle --><a title="needle">${'<i>hay</i> '.repeat(90)}the <b>needle</b> &amp; thread<img alt="`
  const [inHtml] = queried({ body: { html } }, 'needle')
  expect(inHtml?.text.replace(/\s+/g, ' ')).toMatch(/hay the needle & thread$/)
  expect(inHtml?.ranges.map(([start, end]) => inHtml.text.slice(start, end))).toEqual(['needle'])
  const [hit] = queried(
    { title: 'İ x', body: `${'İstanbul word '.repeat(60)}Ne\u0301edle in the ${'hay stack '.repeat(100)}` },
    'needle',
  )
  expect(hit?.ranges.map(([start, end]) => hit.text.slice(start, end))).toEqual(['Ne\u0301edle'])
  expect(hit?.text.length).toBeLessThan(130)
  expect(hit?.text).toMatch(/^… .* …$/)
})
