// The start tags of a message, found by a real parser: whether something is markup or text depends on the tree that is being built (svg
// that was left, style within select, noscript), not on the tags alone.
import { defaultTreeAdapter, Parser, type DefaultTreeAdapterTypes, type Token } from 'parse5'
import { previewStart } from './preview-document.ts'

export interface StartTag {
  name: string
  from: number
  to: number
  attributes: ReadonlyArray<{ name: string; value: string; from: number; to: number }>
}

export interface Markup {
  tags: StartTag[]
  styles: Array<{ from: number; to: number }>
}

/** Beyond these the parser's time is not linear: it creates open formatting elements again in each paragraph. No mail comes near. */
const deepest = 512
const mostMade = (tags: number): number => 20_000 + 4 * tags

/** Takes the place of the preview's own head, so that what follows is parsed as in the frame. */
const placeholderHead = '<meta charset="utf-8"><base target="_blank"><style></style>'

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
    this.#collectStyle(token)
    super.onCharacter(token)
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.#collectStyle(token)
    super.onWhitespaceCharacter(token)
  }

  override onNullCharacter(token: Token.CharacterToken): void {
    this.#collectStyle(token)
    super.onNullCharacter(token)
  }

  #collectStyle({ location }: Token.CharacterToken): void {
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

/** Reads a message as the preview's frame would; undefined where it is nested too deeply. Never throws. */
export function markupOf(html: string): Markup | undefined {
  const start = previewStart(html)
  const reader = new Reader((offset) =>
    offset < start ? offset : offset < start + placeholderHead.length ? undefined : offset - placeholderHead.length,
  )
  try {
    reader.tokenizer.write(html.slice(0, start) + placeholderHead + html.slice(start), true)
    return reader.found
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}
