// A page of the guide, followed step by step: what is pressed, filled in and seen has the name that the page gives it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexer, walkTokens } from 'marked'
import type { Locator, Page } from 'playwright-core'
import { root } from '../../support/desk.ts'

const roles = ['button', 'link', 'tab', 'radio', 'switch', 'checkbox', 'menuitem', 'option'] as const
const fields = ['textbox', 'spinbutton', 'combobox'] as const

/** Each name that stands in bold on a page of docs/. */
function namesIn(source: string): Set<string> {
  const names = new Set<string>()
  void walkTokens(lexer(readFileSync(join(root, 'docs', source), 'utf8')), (token) => {
    if (token.type === 'strong') names.add(String(token.text).replaceAll(/\s+/g, ' '))
  })
  return names
}

export interface Place {
  within?: Locator | Page
  /** What stands on the screen for a name with a value in it. */
  as?: RegExp | undefined
}

export class GuideWalk {
  readonly page: Page
  readonly #left: Set<string>

  constructor(page: Page, source: string) {
    this.page = page
    this.#left = namesIn(source)
  }

  /** Names of the page that were not met. */
  left(): string[] {
    return [...this.#left]
  }

  #named(name: string, find: (name: string | RegExp, exact: boolean) => Locator, as?: RegExp): Locator {
    this.#left.delete(name)
    return find(as ?? name, as === undefined).filter({ visible: true })
  }

  async press(name: string, { within, as }: Place = {}): Promise<void> {
    const place = within ?? this.page
    await this.#named(
      name,
      (text, exact) =>
        roles
          .map((role) => place.getByRole(role, { name: text, exact }))
          .reduce((one, other) => one.or(other))
          .or(place.locator('summary').filter({ hasText: text })),
      as,
    )
      .first()
      .click()
  }

  async fill(name: string, value: string, { within }: Place = {}): Promise<void> {
    const place = within ?? this.page
    await this.#named(name, (text, exact) =>
      fields.map((role) => place.getByRole(role, { name: text, exact })).reduce((one, other) => one.or(other)),
    )
      .first()
      .fill(value)
  }

  /** Waits for each, as a text or as the name of a control. */
  async see(...names: string[]): Promise<void> {
    for (const name of names)
      await this.#named(name, (text) =>
        this.page
          .getByText(text, { exact: true })
          .or(this.page.getByLabel(text, { exact: true }))
          .or(this.page.getByRole('button', { name: text, exact: true })),
      )
        .first()
        .waitFor()
  }

  /** One name with a value in it. */
  async seeAs(name: string, as: RegExp): Promise<void> {
    await this.#named(name, (text) => this.page.getByText(text).or(this.page.getByLabel(text)), as)
      .first()
      .waitFor()
  }

  /** Arms, and presses the box beside it; armed anew where a busy machine let it lapse. */
  async armAndFire(name: string, { within, as }: Place = {}): Promise<void> {
    const place = within ?? this.page
    const fire = place.locator('[data-fire]:not([aria-disabled="true"])').filter({ visible: true }).first()
    for (let lapsed = 0; lapsed < 4; lapsed += 1) {
      await this.press(name, { within: place, as })
      const fired = await fire.click({ timeout: 6_000 }).then(
        () => true,
        () => false,
      )
      if (fired) return
    }
    throw new Error(`${name} lapsed again and again.`)
  }
}
