import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { pseudoMessages, troubleOf } from '../../support/pseudo.ts'

const folder = resolve(import.meta.dirname, '../../../renderer/messages/en')
const messages = pseudoMessages(
  Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(resolve(folder, file), 'utf8')) as Parameters<typeof pseudoMessages>[0],
    ]),
  ),
)

/** Turns an open page to the pseudo language, through the i18n that Vue keeps on its root element. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.evaluate((all) => {
    interface Root extends Element {
      __vue_app__: { __VUE_I18N_SYMBOL__: symbol; _context: { provides: Record<symbol, { global: Global }> } }
    }
    interface Global {
      setLocaleMessage: (locale: string, messages: unknown) => void
      locale: { value: string }
    }
    const app = document.querySelector<Root>('#app')?.__vue_app__
    const i18n = app?._context.provides[app.__VUE_I18N_SYMBOL__]
    if (i18n === undefined) throw new Error('The page has no i18n.')
    i18n.global.setLocaleMessage('en-XA', all)
    i18n.global.locale.value = 'en-XA'
  }, messages)
}

/** Every string in the frames of a socket: the backend's own data, and so no words of the page. */
export function heardOn(page: Page): Set<string> {
  const heard = new Set<string>()
  const take = (value: unknown): void => {
    if (typeof value === 'string') heard.add(value)
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) {
        heard.add(name)
        take(part)
      }
  }
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => take(JSON.parse(String(payload)))))
  return heard
}

/** Words of the product, of the languages' own names, and of a library that takes no others. */
const names = new Set(['Showdesk 0.1.0', 'English', 'Notifications (F8)', 'Show popup'])

/** Texts on the page that are in no language file, or that were put together from several messages. */
export async function untranslated(page: Page, heard: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const own = 'code, kbd, pre, time, script, style, textarea, .cm-editor, [translate="No"]'
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      if (element === null || element.closest(own) !== null || !element.checkVisibility()) continue
      if (node instanceof Element)
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(node.getAttribute(name) ?? '')
      // One text in two parts, so that its end is never cut.
      else found.push((element.closest('[data-whole-text]') ?? node).textContent ?? '')
    }
    return found.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')
  })
  const all = [...heard]
  const isData = (text: string): boolean => heard.has(text) || names.has(text) || all.some((one) => one.includes(text))
  return [...new Set(texts)].flatMap((text) => {
    const trouble = troubleOf(text, isData)
    return trouble === undefined ? [] : [`${trouble}: ${text}`]
  })
}
