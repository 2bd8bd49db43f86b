// Tags, attributes and text of HTML with offsets into the source. No tree is built, because it would repair what lint must find.
import { Tokenizer, TokenizerMode, type Token } from 'parse5'

export interface Attribute {
  /** In lower case. */
  name: string
  /** Character references resolved. */
  value: string
  from: number
  to: number
}

export interface Tag {
  kind: 'start' | 'end'
  name: string
  from: number
  to: number
  selfClosing: boolean
  foreign: boolean
  attributes: Attribute[]
}

interface TextRun {
  kind: 'text'
  from: number
  to: number
  /** Character references resolved. */
  text: string
  /** The element around it, where that contains no markup: style, script, title and the like. */
  raw?: string
  foreign: boolean
}

export interface HtmlScan {
  html: string
  nodes: Array<Tag | TextRun>
  errors: Array<{ code: string; offset: number }>
  openComment?: number
}

const rawModes: Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  plaintext: TokenizerMode.PLAINTEXT,
}

/** Reads HTML once, in linear time; never throws. */
export function scanHtml(html: string): HtmlScan {
  const scan: HtmlScan = { html, nodes: [], errors: [] }
  let raw: string | undefined
  let foreign = 0
  const range = (location: Token.Location | null) => ({
    from: location?.startOffset ?? 0,
    to: location?.endOffset ?? 0,
  })
  const text = ({ chars, location }: Token.CharacterToken) => {
    const last = scan.nodes.at(-1)
    const { from, to } = range(location)
    if (last?.kind === 'text' && last.to === from) {
      last.text += chars
      last.to = to
    } else
      scan.nodes.push({
        kind: 'text',
        from,
        to,
        text: chars,
        foreign: foreign > 0,
        ...(raw === undefined ? {} : { raw }),
      })
  }
  const tag = (kind: Tag['kind'], { tagName, selfClosing, attrs, location }: Token.TagToken) => {
    const attributes =
      kind === 'end' ? [] : attrs.map(({ name, value }) => ({ name, value, ...range(location?.attrs?.[name] ?? null) }))
    scan.nodes.push({ kind, name: tagName, ...range(location), selfClosing, foreign: foreign > 0, attributes })
  }
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: (token) => {
        const mode =
          foreign > 0 ? undefined : Object.hasOwn(rawModes, token.tagName) ? rawModes[token.tagName] : undefined
        if ((token.tagName === 'svg' || token.tagName === 'math') && !token.selfClosing) foreign++
        tag('start', token)
        raw = mode === undefined ? undefined : token.tagName
        if (mode !== undefined) tokenizer.state = mode
      },
      onEndTag: (token) => {
        raw = undefined
        if ((token.tagName === 'svg' || token.tagName === 'math') && foreign > 0) foreign--
        tag('end', token)
      },
      onCharacter: text,
      onWhitespaceCharacter: text,
      onNullCharacter: text,
      onComment: ({ location }) => {
        if (scan.errors.at(-1)?.code === 'eof-in-comment') scan.openComment = location?.startOffset ?? 0
      },
      onDoctype: () => undefined,
      onEof: () => undefined,
      onParseError: ({ code, startOffset }) => scan.errors.push({ code, offset: startOffset }),
    },
  )
  tokenizer.write(html, true)
  return scan
}

/** Where an attribute's value is in the source, without quotes; empty at its end where it has none. */
export function valueRange(html: string, { name, from, to }: Attribute): { from: number; to: number } {
  const equals = html.indexOf('=', from + name.length)
  if (equals < 0 || equals >= to) return { from: to, to }
  let start = equals + 1
  while (start < to && /\s/.test(html.charAt(start))) start++
  const quoted = '"\''.includes(html.charAt(start)) && html.charAt(to - 1) === html.charAt(start) && to - 1 > start
  return quoted ? { from: start + 1, to: to - 1 } : { from: start, to }
}

export const attributeOf = (tag: Tag, name: string) => tag.attributes.find((attribute) => attribute.name === name)
