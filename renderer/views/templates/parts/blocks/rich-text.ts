// What can be written in a heading or a text: marks, links, lists, and placeholders as chips.
import { InputRule, Node, type Extensions } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { isLinkable } from '../../model/blocks/inline-html.ts'

const placeholder = /\{\{\s*[\w.-]+\s*\}\}/
const placeholders = new RegExp(placeholder, 'g')
const chip = 'data-placeholder'

/** A placeholder as one piece; its text is what is sent. */
const Placeholder = Node.create({
  name: 'placeholder',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    source: { default: '', rendered: false, parseHTML: (element: HTMLElement) => element.textContent },
  }),
  parseHTML: () => [{ tag: `span[${chip}]` }],
  renderHTML: ({ node }) => [
    'span',
    { [chip]: '', class: 'rounded-xs bg-elevated px-1 font-mono text-primary' },
    String(node.attrs.source),
  ],
  renderText: ({ node }) => String(node.attrs.source),
  addInputRules() {
    return [
      new InputRule({
        find: new RegExp(`${placeholder.source}$`),
        handler: ({ state, range, match }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create({ source: match[0] }))
        },
      }),
    ]
  },
})

/** `line`: no paragraphs and no lists. */
export const richExtensions = (line: boolean): Extensions => [
  StarterKit.configure({
    heading: false,
    code: false,
    codeBlock: false,
    blockquote: false,
    horizontalRule: false,
    dropcursor: false,
    gapcursor: false,
    trailingNode: false,
    ...(line ? { bulletList: false, orderedList: false, listItem: false, listKeymap: false } : {}),
    link: {
      openOnClick: false,
      autolink: false,
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: isLinkable,
    },
  }),
  Placeholder,
]

const bodyOf = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

/** Placeholders in the text become chips; those in addresses stay. */
export function withChips(html: string): string {
  const body = bodyOf(html)
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const parts: Array<string | HTMLElement> = []
    let at = 0
    for (const { 0: found, index } of text.data.matchAll(placeholders)) {
      const span = document.createElement('span')
      span.setAttribute(chip, '')
      span.textContent = found
      parts.push(text.data.slice(at, index), span)
      at = index + found.length
    }
    if (at > 0) text.replaceWith(...parts, text.data.slice(at))
  }
  return body.innerHTML
}

/** Chips become their text again. With `line` the paragraph around it goes. */
export function withoutChips(html: string, line: boolean): string {
  const body = bodyOf(html)
  for (const span of body.querySelectorAll(`span[${chip}]`)) span.replaceWith(span.textContent)
  body.normalize()
  if (!line) return body.textContent.trim() === '' ? '' : body.innerHTML
  return [...body.querySelectorAll('p')].map(({ innerHTML }) => innerHTML).join('<br>')
}
