// A text in Markdown as elements. HTML in it is shown as it is written; nothing of it becomes part of the page. Pictures are
// those of the guide.
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { defineComponent, h, type VNode } from 'vue'

type Children = Array<VNode | string>
type Follow = (address: string) => (() => void) | undefined

/** Without extensions the lexer gives no other tokens. */
const isMarked = (token: Token): token is MarkedToken => token.type !== ''
const inside = (tokens: readonly Token[] | undefined, follow: Follow): Children =>
  (tokens ?? []).flatMap((token) => (isMarked(token) ? drawn(token, follow) : []))

function isOutside(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:'
}

function link({ href, tokens }: Tokens.Link, follow: Follow): Children {
  const text = inside(tokens, follow)
  if (isOutside(href)) return [h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text)]
  const act = follow(href)
  return act === undefined ? text : [h('button', { type: 'button', 'data-text-link': href, onClick: act }, text)]
}

const row = (cells: readonly Tokens.TableCell[], tag: 'td' | 'th', follow: Follow): VNode =>
  h(
    'tr',
    cells.map(({ tokens }) => h(tag, tag === 'th' ? { scope: 'col' } : {}, inside(tokens, follow))),
  )

function drawn(token: MarkedToken, follow: Follow): Children {
  const within = (tokens: readonly Token[] | undefined) => inside(tokens, follow)
  switch (token.type) {
    case 'heading':
      // The dialog has the heading above these.
      return [h(`h${Math.min(6, token.depth + 2)}`, within(token.tokens))]
    case 'paragraph':
      return [h('p', within(token.tokens))]
    case 'list':
      return [
        h(
          token.ordered ? 'ol' : 'ul',
          token.items.map(({ tokens }) => h('li', within(tokens))),
        ),
      ]
    case 'blockquote':
      return [h('blockquote', within(token.tokens))]
    case 'table':
      return [
        h('div', { class: 'wide', tabindex: 0 }, [
          h('table', [
            h('thead', row(token.header, 'th', follow)),
            h(
              'tbody',
              token.rows.map((cells) => row(cells, 'td', follow)),
            ),
          ]),
        ]),
      ]
    case 'code':
      return [h('pre', { class: 'wide', tabindex: 0 }, h('code', token.text))]
    case 'codespan':
      return [h('code', token.text)]
    case 'strong':
    case 'em':
    case 'del':
      return [h(token.type, within(token.tokens))]
    case 'link':
      return link(token, follow)
    case 'br':
    case 'hr':
      return [h(token.type)]
    case 'text':
      return token.tokens === undefined ? [plain(token.text)] : within(token.tokens)
    case 'escape':
      return [token.text]
    case 'html':
      return [token.raw]
    case 'image':
      return [h('img', { src: `/help/pictures/${token.href.split('/').at(-1)}`, alt: token.text, loading: 'lazy' })]
    case 'space':
    case 'def':
    case 'checkbox':
    case 'list_item':
      return []
  }
}

/** Line breaks of the source are spaces. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ')

export default defineComponent(
  (props: { text: string; follow: Follow }) => () =>
    h('div', { class: 'markdown' }, inside(lexer(props.text), props.follow)),
  { props: ['text', 'follow'] },
)
