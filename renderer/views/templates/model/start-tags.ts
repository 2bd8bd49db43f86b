// The start tags of a message, found by a real parser: whether something is markup or text depends on the tree that is being built (svg
// that was left, style within select, noscript), not on the tags alone.
import { defaultTreeAdapter, Parser, Tokenizer, type DefaultTreeAdapterTypes, type Token } from 'parse5'
import { previewStart } from './preview/preview-document.ts'

export interface StartTag {
  name: string
  from: number
  to: number
  attributes: ReadonlyArray<{ name: string; value: string }>
  /** Written with a slash before its end. */
  selfClosing: boolean
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

const nothing = (): void => undefined

/** What is parsed next depends on the elements that are open. No children are kept, which would take most of the time. */
const stackOnly: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  appendChild: nothing,
  insertBefore: nothing,
  detachNode: nothing,
  insertText: nothing,
  insertTextBefore: nothing,
  getNodeSourceCodeLocation: () => undefined,
  setNodeSourceCodeLocation: nothing,
  updateNodeSourceCodeLocation: nothing,
}

/** Says where tokens are, without their lines and without their attributes: those took more time than the parsing. */
class Offsets extends Tokenizer {
  /** Not `#`: the constructor of the base asks for a location before this field is there. */
  private inAttribute = false

  override getCurrentLocation(offset: number): Token.Location | null {
    if (this.inAttribute) return null
    const startOffset = this.preprocessor.offset - offset
    return { startLine: 0, startCol: 0, startOffset, endLine: 0, endCol: 0, endOffset: startOffset }
  }

  override _createAttr(first: string): void {
    this.inAttribute = true
    super._createAttr(first)
    this.inAttribute = false
  }
}

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
    super({ scriptingEnabled: false, treeAdapter: { ...stackOnly, createElement } })
    this.tokenizer = new Offsets({ sourceCodeLocationInfo: true }, this)
    this.#place = place
    this.#count = count
  }

  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.stackTop > deepest || this.#count.made > mostMade(this.found.tags.length)) throw new TooDeep()
    const { tagName: name, attrs, selfClosing, location } = token
    const from = location === null ? undefined : this.#place(location.startOffset)
    if (location !== null && from !== undefined && this.found.tags.at(-1)?.from !== from) {
      const to = from + location.endOffset - location.startOffset
      // Copied, because the parser changes the names of attributes in svg.
      const attributes = attrs.map((one) => ({ name: one.name, value: one.value }))
      this.found.tags.push({ name, from, to, attributes, selfClosing })
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
