// One operation's page, used as a person uses it: the form is read, filled through its controls and sent as its risk
// demands.
import type { Locator, Page } from 'playwright-core'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import type { KeptRequest } from '#contract/requests.ts'

/** `undefined` for what the page does not show. */
export interface ShownAnswer {
  http: string | undefined
  requestId: string | undefined
  id: string | undefined
  /** Of a write: its intent in the ledger. */
  intent: string | undefined
}

/** The page of an operation, once it is complete. */
export async function openOperation(page: Page, key: string): Promise<Locator> {
  await page.evaluate((address) => (location.hash = address), `/products?operation=${encodeURIComponent(key)}`)
  const editor = page.locator(`[data-operation-editor="${key}"]`)
  await editor.waitFor()
  return editor
}

/** Waits until the form has every field of the request; throws with the first that is missing. */
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
    // An unset switch looks like one that is off: off needs two clicks.
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

/** Sends at once, arms and fires, or holds the button, as the risk demands. */
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

/** Presses a button once it is enabled, and releases it after it had its effect. */
export async function holdDown(button: Locator, until: () => Promise<unknown>): Promise<void> {
  await button.click({ trial: true })
  await button.hover()
  const { mouse } = button.page()
  await mouse.down()
  await until()
  await mouse.up()
}

/** The answer, once it was read; of a write, once it is in `state`. */
export async function readAnswer(editor: Locator, state?: string): Promise<ShownAnswer> {
  await editor
    .locator(
      '[data-answer-viewer]:is([data-phase="ready"], [data-phase="empty"], [data-phase="none"]), [data-answer] [role="alert"]',
    )
    .first()
    .waitFor()
  if (state !== undefined) await editor.locator(`[data-outcome="${state}"]`).waitFor()
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

/** Text as it is, anything else as JSON. */
const typed = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const pathField = (name: string): string => `[data-part="path"] [data-field="${name}"]`
const queryOffer = (name: string): string => `[data-query-offer="${name}"]`
const bodyField = (place: string): string => `[data-body-field="${place}"]`
