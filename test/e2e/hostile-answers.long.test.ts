// The generic screens against answers made to break them: each is said to be what it is, can be looked at or saved, runs nothing, and leaves the
// desk as it was. One desk and one page, the answers are switched below them.
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { OperationKey } from '../../main/platform/catalog/index.ts'
import type { Desk, DeskConnection } from '../support/desk.ts'
import { reply, startStub, type SeenRequest, type StubAnswer, type StubPlatform } from '../support/stub-platform.ts'
import {
  badAnswers,
  bomber,
  deep,
  manyRows,
  markupRows,
  page as webPage,
  prototypeRows,
  rowCount,
  sameRows,
  secretKey,
  sends,
  type BadAnswer,
} from './support/bad-answers.ts'
import { openOperation, send } from './support/operation-page.ts'
import { closeBrowser, noBrowser, openDesk } from './page.ts'
import { expectUnharmed, longestGap, memoryGrowth, watchTexts } from './support/page-watch.ts'

afterAll(closeBrowser)

/** Far above what a person waits for a key; how fast it is, the bench measures. */
const standsStillMs = 1_000
const mebibyte = 1024 * 1024
const operation = 'GET /api/team/general/all' satisfies OperationKey
const team = { id: 'team_good', name: 'Good team' }
const good: StubAnswer = (_, response) => reply(response, 200, { data: [team], requestId: 'req_good' })

interface Scene {
  desk: Desk
  connection: DeskConnection
  page: Page
  stub: StubPlatform
  say: (next: StubAnswer) => void
  /** Secrets that the page was told. */
  told: Awaited<ReturnType<typeof watchTexts>>
}

async function openScene(): Promise<Scene> {
  let answer = good
  const stub = await startStub((request, response) => answer(request, response))
  onTestFinished(() => stub.close())
  const { desk, connection, page } = await openDesk(['--environment', 'development', '--base-url', stub.baseUrl])
  await connection.call('credentials.save', { environment: 'development', credential: 'apiKey', value: secretKey })
  page.on('dialog', () => {
    throw new Error('The page opened a dialog of the browser')
  })
  const told = await watchTexts(desk, page, [secretKey, Buffer.from(`user:${secretKey}`).toString('base64')])
  await page.reload()
  await page.getByRole('navigation').first().waitFor()
  return { desk, connection, page, stub, told, say: (next) => (answer = next) }
}

/** Types into the field until the thing is there; every key must arrive. */
async function typing(field: Locator, there: Promise<unknown>): Promise<void> {
  let waiting = true
  const arrival = there.finally(() => (waiting = false))
  await field.fill('')
  let typed = ''
  do {
    await field.press('x')
    typed += 'x'
  } while (waiting)
  await arrival
  await expect.poll(() => field.inputValue()).toBe(typed)
}

/** Sends, and types beside it until the new answer stands. */
async function ask(editor: Locator): Promise<Locator> {
  await editor
    .locator('[data-answer-viewer]')
    .evaluateAll((viewers) => viewers.forEach((viewer) => viewer.setAttribute('data-before', '')))
  const viewer = editor.locator('[data-answer-viewer]:not([data-before])')
  await send(editor)
  const settled = editor.locator(
    '[data-answer-viewer]:not([data-before]):is([data-phase="ready"], [data-phase="empty"], [data-phase="none"], [data-phase="failed"], [data-phase="gone"])',
  )
  await typing(editor.locator('[data-query-value]'), settled.waitFor({ timeout: 30_000 }))
  return viewer
}

async function suffer(
  { connection, page, say }: Scene,
  editor: Locator,
  { name, answer, outcome, status, says, look }: BadAnswer,
): Promise<void> {
  say(answer)
  const gap = await longestGap(page, async () => {
    const viewer = await ask(editor)
    for (const words of says)
      await expect.poll(() => viewer.innerText(), { message: `${name}: what is said` }).toMatch(words)
    await look?.({ page, viewer })
    await expectUnharmed(page, name)
  })
  expect(gap, `${name}: between two frames`).toBeLessThan(standsStillMs)
  const { items } = await connection.call('history.list', { operation, kind: 'read', limit: 1 })
  expect(items[0], name).toMatchObject({ outcome, status })

  say(good)
  const after = await ask(editor)
  await after.locator('[data-outcome]').getByText('Answered').waitFor()
  await expect.poll(() => after.innerText(), { message: `${name}: the read after it` }).toMatch(/req_good[^]*Good team/)
}

const tableRows = (page: Page): Locator => page.locator('#view [role="grid"] [aria-rowindex]:not([aria-rowindex="1"])')

const isList = ({ url }: SeenRequest): boolean => url.includes('/general/all')
/** Lists that a product page gets; `stands` waits for its designed state. */
const badLists: Array<{ name: string; answer: StubAnswer; stands: (page: Page) => Promise<void> }> = [
  { name: 'a web page', answer: webPage, stands: (page) => notice(page, /A web page arrived instead/) },
  { name: '10,000 levels', answer: sends(deep), stands: (page) => notice(page, /nested more than 100 levels deep/) },
  {
    name: 'script in names and values',
    answer: sends(markupRows),
    stands: (page) => shows(page, /<script>window\.ran = true<\/script>/),
  },
  { name: 'names of the prototype', answer: sends(prototypeRows), stands: (page) => shows(page, /First/) },
  { name: '100,000 rows', answer: sends(manyRows), stands: allRows },
  { name: '100,000 rows of one identifier', answer: sends(sameRows), stands: allRows },
]

function allRows(page: Page): Promise<void> {
  return page
    .locator('#view')
    .getByText(`of ${new Intl.NumberFormat('en').format(rowCount)}`)
    .first()
    .waitFor()
}

async function notice(page: Page, words: RegExp): Promise<void> {
  await page.locator('#view [data-error-code="bad_response"]').getByText(words).first().waitFor()
}

async function shows(page: Page, words: RegExp): Promise<void> {
  await expect.poll(() => tableRows(page).allInnerTexts()).toEqual([expect.stringMatching(words)])
  await tableRows(page).first().click()
  await page.locator('#view [data-record-fields]').waitFor({ state: 'attached' })
}

const go = (page: Page, address: string): Promise<string> => page.evaluate((hash) => (location.hash = hash), address)

async function sufferList({ page, say }: Scene, { name, answer, stands }: (typeof badLists)[number]): Promise<void> {
  await go(page, '/products')
  await page.locator('[data-products-home]').waitFor()
  say((request, response) => (isList(request) ? answer : good)(request, response))
  const gap = await longestGap(page, async () => {
    await go(page, '/products?product=Teams&resource=team%2Fgeneral')
    await page.locator('[data-resource-page="team/general"]').waitFor()
    await stands(page)
    await expectUnharmed(page, name)
  })
  expect(gap, `${name}: between two frames`).toBeLessThan(standsStillMs)
  // A good list takes its place; when the bad one comes again, nothing that was read is lost unseen.
  say(good)
  await page.locator('#view [data-refresh]').click()
  await page.locator('#view [role="grid"]').getByText('Good team').first().waitFor()
  await expect.poll(() => tableRows(page).count(), { message: name }).toBe(1)
  await page.locator('#view [data-error-code]').first().waitFor({ state: 'detached' })
  say((request, response) => (isList(request) ? answer : good)(request, response))
  await page.locator('#view [data-refresh]').click()
  await stands(page)
  if ((await page.locator('#view [data-error-code]').count()) > 0)
    await page.locator('#view [role="grid"]').getByText('Good team').first().waitFor()
}

// Catches a screen that an answer breaks, freezes, runs in or gets a secret onto, and one that leaves the person without a word on what came.
test.skipIf(noBrowser)(
  'hostile answers are named, harm nothing and leave the desk responsive',
  { timeout: 600_000 },
  async () => {
    const scene = await openScene()
    const { desk, page, stub, told } = scene
    const failures: string[] = []
    const tried = (name: string, done: Promise<void>): Promise<void> =>
      done.catch((reason: unknown) => {
        failures.push(`${name}: ${reason instanceof Error ? reason.message : String(reason)}`)
        process.stdout.write(`${failures.at(-1) ?? ''}\n`)
      })

    const editor = await openOperation(page, operation)
    await editor.locator('[data-query-add]').click()
    await editor.locator('[data-query-name]').fill('typed')
    await editor.locator('[data-query-on]').click()
    for (const bad of badAnswers) {
      const suffered = (): Promise<void> => tried(bad.name, suffer(scene, editor, bad))
      if (bad === bomber)
        expect((await memoryGrowth(desk.pid, suffered)) ?? 0, 'memory of the desk').toBeLessThan(300 * mebibyte)
      else await suffered()
    }
    for (const bad of badLists) await tried(`the product's page, ${bad.name}`, sufferList(scene, bad))

    expect(failures).toEqual([])
    expect(stub.seen.filter(({ url }) => url.includes('elsewhere'))).toEqual([])
    const { texts, found } = await told()
    expect(texts).toBeGreaterThan(100)
    expect(found).toEqual([])
    expect(await page.content()).not.toContain(secretKey)
    expect(desk.log()).not.toContain(secretKey)
  },
)
