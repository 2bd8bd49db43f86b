// The guide as it is written and as it is built.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { lexer, walkTokens, type Token, type Tokens } from 'marked'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { expect, test } from 'vitest'
import { helpFiles, helpPages, languages, slugs, sources, type Language } from '../../.config/help-site.ts'

const root = resolve(import.meta.dirname, '../..')
const docs = join(root, 'docs')
const translated = (language: Language): string[] =>
  readdirSync(join(docs, language === 'en' ? 'guide' : `guide/${language}`))
    .filter((name) => name.endsWith('.md'))
    .map((name) => (language === 'en' ? `guide/${name}` : `guide/${language}/${name}`))
const written = [...new Set([...sources, ...languages.flatMap(translated)])]
const textOf = (source: string): string => readFileSync(join(docs, source), 'utf8')

function tokensOf(source: string): Token[] {
  const all: Token[] = []
  void walkTokens(lexer(textOf(source)), (token) => void all.push(token))
  return all
}

const headings = (file: string): Set<string> => {
  const slug = slugs()
  return new Set(
    lexer(readFileSync(file, 'utf8')).flatMap((token) =>
      token.type === 'heading' ? [slug(String(token.text).replaceAll(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, '$1'))] : [],
    ),
  )
}

// Catches a link of a source that leads nowhere in the repository.
test('every link between sources leads to a file and a heading', () => {
  const broken = written.flatMap((source) =>
    tokensOf(source).flatMap((token) => {
      if (token.type !== 'link' || /^[a-z]+:/.test(String(token.href))) return []
      const [path = '', anchor] = String(token.href).split('#')
      const file = path === '' ? join(docs, source) : resolve(docs, dirname(source), path)
      if (!existsSync(file)) return [`${source}: ${token.href}`]
      return anchor === undefined || headings(file).has(anchor) ? [] : [`${source}: ${token.href}`]
    }),
  )
  expect(broken).toEqual([])
})

type Element = DefaultTreeAdapterTypes.Element
function elements(html: string): Element[] {
  const found: Element[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) found.push(node)
    if ('childNodes' in node) for (const child of node.childNodes) visit(child)
  }
  visit(parse(html))
  return found
}
const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value

// Catches a page that asks for a file or an anchor that the site does not have, something outside, or code that the policy refuses.
test('the built pages need nothing but themselves, and each of their links leads somewhere', () => {
  const files = helpFiles(root)
  const ids = new Map(
    helpPages(root).map(({ file, html }) => [
      file,
      new Set(elements(html).flatMap((element) => attribute(element, 'id') ?? [])),
    ]),
  )
  const troubles: string[] = []
  for (const { file, html } of helpPages(root))
    for (const element of elements(html)) {
      if (element.tagName === 'style' || element.attrs.some(({ name }) => name.startsWith('on')))
        troubles.push(`${file}: ${element.tagName} is code or style in the page`)
      if (element.tagName === 'script' && attribute(element, 'src') === undefined) troubles.push(`${file}: script`)
      const address = attribute(element, 'href') ?? attribute(element, 'src')
      if (address === undefined || (element.tagName === 'a' && address.startsWith('https://')) || address === 'data:,')
        continue
      const [path = '', anchor] = address.split('#')
      const target = path === '' ? file : posix.join(posix.dirname(file), path)
      if (/^(?:[a-z]+:|\/)/.test(address) || !files.has(target)) troubles.push(`${file}: ${address}`)
      else if (anchor !== undefined && !ids.get(target)?.has(anchor)) troubles.push(`${file}: ${address}`)
    }
  expect(troubles).toEqual([])
})

// Catches a page that the Help menu opens and nobody makes.
test.each(languages)('the pages that the menus name exist in %s', (language) => {
  const up = language === 'en' ? '' : `${language}/`
  const files = helpFiles(root)
  for (const name of ['index', 'install', 'first-show', 'troubleshooting', 'security', 'control-api', 'faq'])
    expect([...files.keys()]).toContain(`${up}${name}.html`)
})

// Catches a page that nobody finds, and one that was announced and not written.
test('the list of pages names every page of the guide', () => {
  expect(sources.filter((source) => source.startsWith('guide/')).toSorted()).toEqual(translated('en').toSorted())
  for (const language of languages)
    for (const name of translated(language)) expect(sources).toContain(name.replace(`guide/${language}/`, 'guide/'))
})

/** What a page is made of, without its words. */
const shapeOf = (source: string): string[] =>
  tokensOf(source).flatMap((token) => {
    if (token.type === 'heading') return [`heading ${String(token.depth)}`]
    if (token.type === 'table') return [`table of ${String((token as Tokens.Table).rows.length)}`]
    return ['list_item', 'image', 'code'].includes(token.type) ? [token.type] : []
  })

// Catches a step, a message or a picture that was added to a page and is missing in its translation. The start page lists other pages.
test.each(languages.filter((language) => language !== 'en'))(
  'each page in %s has the parts of the English one',
  (language) => {
    const pages = translated(language).filter((name) => !name.endsWith('/index.md'))
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) expect(shapeOf(page), page).toEqual(shapeOf(page.replace(`guide/${language}/`, 'guide/')))
  },
)

function messagesOf(language: Language): string[] {
  const folder = join(root, 'renderer/messages', language)
  const texts = (value: unknown): string[] =>
    typeof value === 'string' ? value.split(' | ') : value instanceof Object ? Object.values(value).flatMap(texts) : []
  return readdirSync(folder).flatMap((name) => texts(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}

/** What stands for a placeholder beside texts of the interface: its own name, a number, an amount. */
const value = /^(?:\{\w+\}|\d[\d.,]*(?: [A-Z]{3})?)$/
const placeholder = /\{\w+\}/

/** Whether a message of the language reads like this, with a value or another message for each of its placeholders. */
function reader(language: Language): (name: string) => boolean {
  const messages = messagesOf(language)
  const literal = new Set(messages)
  const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const patterns = messages
    .filter((message) => placeholder.test(message))
    .map((message) => new RegExp(`^${message.split(new RegExp(placeholder, 'g')).map(escaped).join('(.+)')}$`))
  const known = (name: string, within: number): boolean =>
    literal.has(name) ||
    patterns.some((pattern) => {
      const [, ...parts] = pattern.exec(name) ?? []
      return parts.length > 0 && parts.every((part) => value.test(part) || (within > 0 && known(part, within - 1)))
    })
  return (name) => known(name, 1)
}

// Catches a page that names a button, a view or a field that the desk does not have, or has under another name.
test.each(languages)('each name in bold is a text of the interface in %s', (language) => {
  const known = reader(language)
  const unknown = translated(language).flatMap((source) =>
    tokensOf(source).flatMap((token) => {
      const name = token.type === 'strong' ? String(token.text).replaceAll(/\s+/g, ' ') : undefined
      return name === undefined || known(name) ? [] : [`${source}: ${name}`]
    }),
  )
  expect(unknown).toEqual([])
})

// Catches a check of names that takes anything for one.
test.each(languages)('an invented name is none in %s', (language) => {
  const known = reader(language)
  expect(['Launch the broadcast', 'Publicar ahora mismo', 'Save everything', 'Run it at once'].filter(known)).toEqual(
    [],
  )
})

// Catches a message that is explained and never shown.
test.each(languages)('each heading of the troubleshooting is a message in %s', (language) => {
  const known = reader(language)
  const source = language === 'en' ? 'guide/troubleshooting.md' : `guide/${language}/troubleshooting.md`
  const quoted = lexer(textOf(source)).flatMap((token) =>
    token.type === 'heading' && token.depth === 3 ? [String(token.text)] : [],
  )
  expect(quoted.length).toBeGreaterThan(25)
  expect(quoted.filter((text) => !known(text))).toEqual([])
})

// Catches a picture that is missing, left over, undescribed, or too large to be looked at over a slow disk.
test('every picture is shown with a description, and all are small', () => {
  const folder = join(docs, 'guide/pictures')
  const shown = [...written.map((source) => ({ at: dirname(join(docs, source)), tokens: tokensOf(source) }))].flatMap(
    ({ at, tokens }) =>
      tokens.flatMap((token) =>
        token.type === 'image' ? [{ path: resolve(at, String(token.href)), text: String(token.text) }] : [],
      ),
  )
  const readme = /!\[([^\]]+)\]\((docs\/guide\/pictures\/[^)]+)\)/.exec(readFileSync(join(root, 'README.md'), 'utf8'))
  if (readme) shown.push({ path: join(root, readme[2] ?? ''), text: readme[1] ?? '' })
  expect(shown.filter(({ text }) => text.length < 10)).toEqual([])
  const there = readdirSync(folder).map((name) => join(folder, name))
  expect(shown.map(({ path }) => path).filter((path) => !there.includes(path))).toEqual([])
  expect(there.filter((path) => !shown.some((one) => one.path === path))).toEqual([])
  expect(there.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(3 * 1024 * 1024)
})
