// The documentation as pages: Markdown below docs/ becomes out/renderer/help/, which both hosts serve. Every page exists in
// every language of the guide; one that is not translated stands there in English and says so.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import ts from 'typescript'
import type { Plugin } from 'vite'
import groups from '../docs/guide/pages.json' with { type: 'json' }

export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

const words = {
  en: {
    name: 'English',
    pages: 'Pages',
    search: 'Search',
    none: 'Nothing found',
    english: '',
    skip: 'Skip to the text',
  },
  es: {
    name: 'Español',
    pages: 'Páginas',
    search: 'Buscar',
    none: 'Sin resultados',
    english: 'Esta página solo existe en inglés.',
    skip: 'Ir al texto',
  },
} as const satisfies Record<Language, Record<string, string>>

/** Where the name of a source would be taken twice. */
const otherNames: Readonly<Record<string, string>> = {
  'security.md': 'security-record',
  'examples/README.md': 'examples',
}

/** Every page by its source below docs/, in order. */
export const sources: readonly string[] = groups.flatMap(({ pages }) => pages)

const nameOf = (source: string): string => otherNames[source] ?? posix.basename(source, '.md')

function sourceIn(root: string, source: string, language: Language): string {
  const translated = source.replace(/^guide\//, `guide/${language}/`)
  return language !== 'en' && existsSync(join(root, 'docs', translated)) ? translated : source
}

/** The page that a source in any language stands for. */
const pageOf = (source: string): string => source.replace(/^guide\/[a-z]{2}\//, 'guide/')

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Names of headings as repositories make them, so that a link with an anchor works in both forms. */
export function slugs() {
  const seen = new Map<string, number>()
  return (text: string): string => {
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-')
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    return times === 0 ? slug : `${slug}-${times}`
  }
}

/** What tokens say, without marks. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'html' || token.type === 'image') return ''
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => `${plain(item.tokens)} `).join('')
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        return [header, ...rows].flatMap((row) => row.map((cell) => `${plain(cell.tokens)} `)).join('')
      }
      if ('tokens' in token && Array.isArray(token.tokens)) return plain(token.tokens)
      return 'text' in token ? String(token.text) : ''
    })
    .join('')
}

interface Section {
  anchor: string
  title: string
  text: string
}

export interface Page {
  /** Below help/. */
  file: string
  source: string
  language: Language
  title: string
  html: string
  sections: Section[]
}

/** Markup in a source is shown as it is written. A file of the repository that is no page is named and not linked. */
function read(root: string, source: string, language: Language): Omit<Page, 'html'> & { article: string } {
  const slug = slugs()
  const sections: Section[] = []
  const actual = sourceIn(root, source, language)
  const marked = new Marked({
    renderer: {
      heading(this: { parser: { parseInline: (tokens: Token[]) => string } }, { tokens, depth }: Tokens.Heading) {
        const title = plain(tokens)
        const anchor = slug(title)
        sections.push({ anchor, title, text: '' })
        return `<h${depth} id="${escapeHtml(anchor)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
      link(this: { parser: { parseInline: (tokens: Token[]) => string } }, { href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const address = addressOf(href, actual)
        return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`
      },
      image: ({ href, text }: Tokens.Image) =>
        `<img src="${escapeHtml(`${language === 'en' ? '' : '../'}pictures/${posix.basename(href)}`)}" alt="${escapeHtml(text)}" loading="lazy">`,
    },
  })
  const tokens = marked.lexer(readFileSync(join(root, 'docs', actual), 'utf8'))
  const article = marked
    .parser(tokens)
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
  let at = -1
  for (const token of tokens) {
    if (token.type === 'heading') at += 1
    const section = sections[at]
    if (section !== undefined && token.type !== 'heading' && token.type !== 'code') section.text += ` ${plain([token])}`
  }
  return {
    file: posix.join(language === 'en' ? '.' : language, `${nameOf(source)}.html`),
    source: actual,
    language,
    title: sections[0]?.title ?? nameOf(source),
    sections,
    article,
  }
}

/** The address of a link within the pages of one language; undefined where nothing is to be followed. */
function addressOf(href: string, from: string): string | undefined {
  if (href.startsWith('https://')) return href
  if (href.startsWith('#')) return href
  const [path = '', anchor] = href.split('#')
  const target = pageOf(posix.normalize(posix.join(posix.dirname(from), path)))
  if (!sources.includes(target)) return undefined
  return `${nameOf(target)}.html${anchor === undefined ? '' : `#${anchor}`}`
}

/** All pages with the frame around them. `root` is the repository; the build bundles this file elsewhere. */
export function helpPages(root: string): Page[] {
  return languages.flatMap((language) => {
    const pages = sources.map((source) => read(root, source, language))
    return pages.map((page): Page => {
      const { article, ...rest } = page
      return { ...rest, html: frame(page, article, pages) }
    })
  })
}

function frame(
  { file, source, language, title }: Omit<Page, 'html'>,
  article: string,
  pages: readonly Omit<Page, 'html'>[],
): string {
  const say = words[language]
  const up = language === 'en' ? '' : '../'
  const translated = language === 'en' || source.startsWith(`guide/${language}/`)
  const own = posix.basename(file)
  const others = languages
    .filter((one) => one !== language)
    .map((one) => `<a lang="${one}" href="${one === 'en' ? '../' : `${one}/`}${own}">${words[one].name}</a>`)
    .join(' ')
  const nav = groups
    .map(({ title: group, pages: inside }) => {
      const items = pages.slice(sources.indexOf(inside[0] ?? ''), sources.indexOf(inside[0] ?? '') + inside.length)
      return `<p>${escapeHtml(group[language])}</p>\n<ul>\n${items
        .map(
          (item) =>
            `<li><a href="${posix.basename(item.file)}"${item.file === file ? ' aria-current="page"' : ''}>${escapeHtml(item.title)}</a></li>`,
        )
        .join('\n')}\n</ul>`
    })
    .join('\n')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Showdesk</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}help.css">
<script type="module" src="${up}help.js"></script>
</head>
<body>
<a class="skip" href="#text">${say.skip}</a>
<header><a href="index.html">Showdesk</a>
<form role="search" hidden><input type="search" aria-label="${say.search}" placeholder="${say.search}" data-index="search-${language}.json" data-up="${up}" data-none="${say.none}" autocomplete="off"></form>
<span>${others}</span></header>
<div class="page">
<nav aria-label="${say.pages}">
${nav}
</nav>
<main id="text" tabindex="-1">
<ol class="found" hidden></ol>
${translated ? '' : `<p class="note">${say.english}</p>\n`}<article${translated ? '' : ' lang="en"'}>
${article}</article>
</main>
</div>
</body>
</html>
`
}

/** The theme's dark colours belong to a class that the desk's page sets; these pages follow the system. */
function style(root: string): string {
  const tokens = readFileSync(join(root, 'renderer/kit/theme/tokens.css'), 'utf8')
  const bySystem = tokens.replaceAll(
    /^( *)\.dark \{([^}]*)\}/gm,
    '$1@media (prefers-color-scheme: dark) {\n$1  :root {$2}\n$1}',
  )
  if (bySystem === tokens) throw new Error('renderer/kit/theme/tokens.css has no dark theme.')
  return `${bySystem}\n${readFileSync(join(root, '.config/help/help.css'), 'utf8')}`
}

/** Every file below help/ by its path. */
export function helpFiles(root: string): Map<string, string | Buffer> {
  const files = new Map<string, string | Buffer>()
  const pages = helpPages(root)
  for (const { file, html } of pages) files.set(file, html)
  for (const language of languages) {
    const index = pages
      .filter((page) => page.language === language)
      .flatMap(({ file, title, sections }) =>
        sections.map((section) => [
          posix.basename(file),
          title,
          section.anchor,
          section.title,
          section.text.slice(0, 2_000),
        ]),
      )
    files.set(`search-${language}.json`, JSON.stringify(index))
  }
  files.set('help.css', style(root))
  const program = readFileSync(join(root, '.config/help/help.ts'), 'utf8')
  files.set('help.js', ts.transpile(program, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }))
  const pictures = join(root, 'docs/guide/pictures')
  for (const name of readdirSync(pictures)) files.set(`pictures/${name}`, readFileSync(join(pictures, name)))
  return files
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webp: 'image/webp',
  png: 'image/png',
}

/** Writes the pages with the build, and answers them while the desk is developed. */
export function helpSite(root: string): Plugin {
  return {
    name: 'help-site',
    generateBundle() {
      for (const [path, source] of helpFiles(root)) this.emitFile({ type: 'asset', fileName: `help/${path}`, source })
    },
    configureServer(server) {
      server.middlewares.use('/help', (request, response, next) => {
        const path = (request.url ?? '').split(/[?#]/, 1)[0]?.slice(1) ?? ''
        const body = helpFiles(root).get(path)
        if (body === undefined) return next()
        response.setHeader('Content-Type', types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
        response.end(body)
      })
    },
  }
}
