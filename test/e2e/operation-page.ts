// One operation's page under a person's hands: its form is asked what it offers, filled through its own controls and sent by the press that its
// risk asks for.
import type { Locator, Page } from 'playwright-core'
import { isObject } from '#contract/json.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { KeptRequest } from '#contract/requests.ts'

/** What the page says of an answer; `undefined` for what it does not show. */
export interface ShownAnswer {
  http: string | undefined
  requestId: string | undefined
  id: string | undefined
  /** Of a write: its intent in the ledger. */
  intent: string | undefined
}

/** The operation's page, once it stands. */
export async function openOperation(page: Page, key: string): Promise<Locator> {
  await page.evaluate((address) => (location.hash = address), `/products?operation=${encodeURIComponent(key)}`)
  const editor = page.locator(`[data-operation-editor="${key}"]`)
  await editor.waitFor()
  return editor
}

/** Waits until the form offers every name of the request; throws with the first that it does not. */
export async function expectOffered(
  editor: Locator,
  { path = {}, query = {}, body }: KeptRequest,
  origin: string,
): Promise<void> {
  const offered = async (part: string, name: string, selector: string): Promise<void> => {
    await editor
      .locator(selector)
      .first()
      .waitFor()
      .catch(() => Promise.reject(new Error(`the form offers no ${part} ${name}`)))
  }
  for (const name of Object.keys(path)) await offered('path parameter', name, pathField(name))
  for (const name of Object.keys(query)) await offered('query name', name, queryOffer(name))
  const names = isObject(body) ? Object.keys(body) : []
  if (names.length > 0) await offered('field of origin', origin, `[data-origin="${origin}"]`)
  for (const name of names)
    await offered(
      'field',
      name,
      `[data-group]:not([data-group="further"]) :is(${bodyField(name)}, [data-body-field^="${name}."])`,
    )
}

/** Types the request into the form. */
export async function fillRequest(editor: Locator, { path = {}, query = {}, body }: KeptRequest): Promise<void> {
  for (const [name, value] of Object.entries(path)) await editor.locator(pathField(name)).fill(value)
  for (const [name, value] of Object.entries(query)) {
    const rows = editor.locator('[data-query-row]')
    const place = await rows.count()
    await editor.locator(queryOffer(name)).click()
    const control = rows.nth(place).locator('[data-query-value]')
    if (typeof value === 'boolean') await choose(control, typed(value))
    else await control.fill(typed(value))
  }
  if (isObject(body)) await fillBody(editor, body)
}

async function fillBody(editor: Locator, body: JsonObject, within = ''): Promise<void> {
  for (const [name, value] of Object.entries(body)) {
    const place = within === '' ? name : `${within}.${name}`
    const field = editor.locator(bodyField(place))
    if (isObject(value) && (await field.count()) === 0) await fillBody(editor, value, place)
    else await fillField(field, value)
  }
}

async function fillField(field: Locator, value: Json): Promise<void> {
  const control = field
    .locator(':is(input:not([type="checkbox"]), textarea, [role="switch"], [role="combobox"]):not([aria-hidden])')
    .first()
  const kind = await control.evaluate((element) => element.getAttribute('role') ?? element.localName)
  if (kind === 'switch') {
    const on = (await control.getAttribute('aria-checked')) === 'true'
    // A switch that says nothing looks like one that is off: off is said by switching it on and off again.
    await (on === (value === true) ? control.dblclick() : control.click())
  } else if (kind === 'combobox') await choose(control, typed(value))
  else if (kind === 'input' && Array.isArray(value)) {
    for (const tag of value) {
      await control.fill(typed(tag))
      await control.press('Enter')
    }
  } else await control.fill(typed(value))
}

async function choose(control: Locator, option: string): Promise<void> {
  await control.click()
  await control.page().getByRole('option', { name: option, exact: true }).click()
}

/** Sends what is written: at once, armed and fired in another place, or held until it has gone. */
export async function send(editor: Locator): Promise<void> {
  const button = editor.locator('[data-send]')
  const press = await button.getAttribute('data-send')
  await button.click()
  if (press !== 'review') return
  const confirm = editor.locator('[data-confirm]')
  const fire = confirm.locator('[data-fire]')
  await confirm.waitFor()
  if ((await confirm.locator('[data-arm]').count()) > 0) {
    await confirm.locator('[data-arm]').click()
    await fire.click()
    return
  }
  await holdDown(confirm, () => editor.locator('[data-outcome], [data-answer] [role="alert"]').first().waitFor())
}

/** Presses a button once it takes a press, and lets go when something has come of it. */
export async function holdDown(button: Locator, until: () => Promise<unknown>): Promise<void> {
  await button.click({ trial: true })
  await button.hover()
  const { mouse } = button.page()
  await mouse.down()
  await until()
  await mouse.up()
}

/** What came, once it was read. */
export async function readAnswer(editor: Locator, writes: boolean): Promise<ShownAnswer> {
  await editor
    .locator(
      '[data-answer-viewer]:is([data-phase="ready"], [data-phase="empty"], [data-phase="none"]), [data-answer] [role="alert"]',
    )
    .first()
    .waitFor()
  if (writes) await editor.locator('[data-outcome="confirmed"]').waitFor()
  return editor.evaluate((root) => {
    const text = (selector: string): string | undefined => root.querySelector(selector)?.textContent.trim()
    const activity = root.querySelector('[data-in-activity]')?.getAttribute('href') ?? ''
    return {
      http: text('[data-answer-viewer] [data-http]'),
      requestId: text('[data-answer-viewer] [data-request-id] code:nth-of-type(2)'),
      id: text('[data-answer-viewer] [data-id] code:nth-of-type(2)'),
      intent: new URLSearchParams(activity.split('?')[1]).get('id') ?? undefined,
    }
  })
}

/** As a person writes it: text as it is, anything else as JSON. */
const typed = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const pathField = (name: string): string => `[data-part="path"] [data-field="${name}"]`
const queryOffer = (name: string): string => `[data-query-offer="${name}"]`
const bodyField = (place: string): string => `[data-body-field="${place}"]`
