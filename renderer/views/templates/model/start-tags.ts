// The start tags of a message as a browser's parser meets them, found by a real one: what is markup and what is text is decided by the tree
// that is being built (svg that was left, style within select, noscript), and no reading of the tags alone can tell.
import { defaultTreeAdapter, Parser } from 'parse5'
import type { DefaultTreeAdapterTypes, Token } from 'parse5'
import { previewStart } from './preview-start.ts'

export interface StartTag {
  name: string
  from: number
  to: number
  /** As in the source: the first of each name, in lower case, character references resolved. */
  attributes: ReadonlyArray<{ name: string; value: string; from: number; to: number }>
}

export interface Markup {
  tags: StartTag[]
  /** Text of style elements. */
  styles: Array<{ from: number; to: number }>
}

/** No mail comes near. Beyond them a parser's time is no longer linear: it makes open formatting anew in each paragraph. */
const deepest = 512
const mostMade = (tags: number): number => 20_000 + 4 * tags

/** Stands for the elements that the preview puts in front: what follows is read as it will be there. */
const stand = '<meta charset="utf-8"><base target="_blank"><style></style>'

class TooDeep extends Error {}

class Reader extends Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  readonly found: Markup = { tags: [], styles: [] }
  #raw = false

  readonly #place: (offset: number) => number | undefined
  readonly #count: { made: number }

  constructor(place: (offset: number) => number | undefined) {
    const count = { made: 0 }
    const createElement: typeof defaultTreeAdapter.createElement = (...about) => {
      count.made += 1
      return defaultTreeAdapter.createElement(...about)
    }
    super({
      sourceCodeLocationInfo: true,
      scriptingEnabled: false,
      treeAdapter: { ...defaultTreeAdapter, createElement },
    })
    this.#place = place
    this.#count = count
  }

  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.stackTop > deepest || this.#count.made > mostMade(this.found.tags.length)) throw new TooDeep()
    const { tagName: name, attrs, location } = token
    const from = location === null ? undefined : this.#place(location.startOffset)
    if (location !== null && from !== undefined) {
      const shift = location.startOffset - from
      const attributes = attrs.map((one) => {
        const at = location.attrs?.[one.name]
        return {
          name: one.name,
          value: one.value,
          from: (at?.startOffset ?? 0) - shift,
          to: (at?.endOffset ?? 0) - shift,
        }
      })
      if (this.found.tags.at(-1)?.from !== from)
        this.found.tags.push({ name, from, to: location.endOffset - shift, attributes })
    }
    super.onStartTag(token)
    this.#raw = false
  }

  override onCharacter(token: Token.CharacterToken): void {
    this.#styled(token)
    super.onCharacter(token)
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.#styled(token)
    super.onWhitespaceCharacter(token)
  }

  override onNullCharacter(token: Token.CharacterToken): void {
    this.#styled(token)
    super.onNullCharacter(token)
  }

  #styled({ location }: Token.CharacterToken): void {
    const { current } = this.openElements
    const from = location === null ? undefined : this.#place(location.startOffset)
    if (
      location === null ||
      from === undefined ||
      current === undefined ||
      !('tagName' in current) ||
      current.tagName !== 'style'
    )
      return
    const last = this.found.styles.at(-1)
    const to = from + location.endOffset - location.startOffset
    if (this.#raw && last?.to === from) last.to = to
    else this.found.styles.push({ from, to })
    this.#raw = true
  }
}

/** Reads a message as it will stand in the preview's frame; undefined where it is nested deeper than any mail. Never throws. */
export function markupOf(html: string): Markup | undefined {
  const start = previewStart(html)
  const reader = new Reader((offset) =>
    offset < start ? offset : offset < start + stand.length ? undefined : offset - stand.length,
  )
  try {
    reader.tokenizer.write(html.slice(0, start) + stand + html.slice(start), true)
    return reader.found
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}
