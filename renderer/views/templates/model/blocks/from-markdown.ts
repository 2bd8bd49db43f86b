import { marked, type Token, type Tokens } from 'marked'
import { newBlock } from './edit.ts'
import { escapeAttribute, escapeText, isLinkable } from './inline-html.ts'
import type { Block } from './types.ts'

/** Several lines with a mark of Markdown in them; one line is only text. */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.trim().split(/\r?\n/)
  return (
    lines.length > 1 &&
    lines.some((line) => /^(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |!\[)|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\)/.test(line.trim()))
  )
}

/** Headings, paragraphs, lists, pictures and rules as blocks. HTML within the Markdown becomes text. */
export function blocksFromMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  const add = (block: Block): void => void blocks.push(block)
  /** Neighbouring paragraphs and lists are one text. */
  const addText = (html: string): void => {
    const last = blocks.at(-1)
    if (last?.kind === 'text') last.html += html
    else add({ ...newBlock('text'), kind: 'text', html, align: 'left' })
  }
  for (const token of marked.lexer(text) as Tokens.Generic[]) {
    if (token.type === 'heading') {
      const depth = Number(token.depth)
      const level = depth === 1 ? 1 : depth === 2 ? 2 : 3
      add({ id: newBlock('heading').id, kind: 'heading', level, html: inline(token.tokens ?? []), align: 'left' })
    } else if (token.type === 'hr') add(newBlock('divider'))
    else if (token.type === 'paragraph') paragraph(token.tokens ?? [], add, addText)
    else if (token.type === 'list') addText(list(token as Tokens.List))
    else if (token.type === 'blockquote') addText(`<p>${inline(plainTokens(token.tokens ?? []))}</p>`)
    else if (token.type !== 'space') addText(`<p>${withBreaks(textOf(token))}</p>`)
  }
  return blocks
}

const textOf = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw)
const withBreaks = (text: string): string => escapeText(text.trimEnd()).replaceAll('\n', '<br>')

/** A picture of its own is a block; within a sentence it becomes its text. */
function paragraph(tokens: Token[], add: (block: Block) => void, addText: (html: string) => void): void {
  const [only, ...others] = tokens.filter((token) => token.raw.trim() !== '')
  const link = only?.type === 'link' ? (only as Tokens.Link) : undefined
  const image = link === undefined ? only : link.tokens.length === 1 ? link.tokens[0] : undefined
  if (others.length === 0 && image?.type === 'image') {
    const { href, text } = image as Tokens.Image
    add({ id: newBlock('picture').id, kind: 'picture', src: href, alt: text, href: link?.href ?? '', align: 'center' })
  } else addText(`<p>${inline(tokens)}</p>`)
}

const within = (token: Token): Token[] | undefined => ('tokens' in token ? token.tokens : undefined)
const plainTokens = (tokens: Token[]): Token[] => tokens.flatMap((token) => within(token) ?? [token])

function list({ ordered, items }: Tokens.List): string {
  const tag = ordered ? 'ol' : 'ul'
  const entry = ({ tokens }: Tokens.ListItem): string =>
    tokens
      .map((token) => (token.type === 'list' ? list(token as Tokens.List) : `<p>${inline(plainTokens([token]))}</p>`))
      .join('')
  return `<${tag}>${items.map((item) => `<li>${entry(item)}</li>`).join('')}</${tag}>`
}

const marks: Record<string, string> = { strong: 'strong', em: 'em', del: 's' }

function inline(tokens: Token[]): string {
  return tokens
    .map((token) => {
      const tokensWithin = within(token)
      const inner = tokensWithin === undefined ? undefined : inline(tokensWithin)
      const mark = marks[token.type]
      if (mark !== undefined) return `<${mark}>${inner ?? ''}</${mark}>`
      if (token.type === 'br') return '<br>'
      if (token.type === 'link') {
        const { href } = token as Tokens.Link
        return isLinkable(href) ? `<a href="${escapeAttribute(href)}">${inner ?? ''}</a>` : (inner ?? '')
      }
      if (token.type === 'escape') return escapeText(textOf(token))
      return inner ?? withinLine(textOf(token))
    })
    .join('')
}

// A line end within a paragraph is a space.
const withinLine = (text: string): string => escapeText(unescaped(text)).replaceAll('\n', ' ')
/** The lexer escapes text in some versions; a person wrote it plain. */
const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
