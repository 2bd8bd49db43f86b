// Which character set a file is in: what it says, what its bytes allow, and what its letters look like.

/** In which a person can have a file read whose character set is not known. */
export const charsets = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const

export function decoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true })
  } catch {
    return undefined
  }
}

/** The text, or undefined where a byte is not valid in this character set. */
export function decodeIn(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return decoder(charset)?.decode(bytes)
  } catch {
    return undefined
  }
}

const label = /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/gi

/** Comments as blanks, so that offsets stay. */
const withoutComments = (head: string) => head.replace(/<!--[^]*?(?:-->|$)/g, (comment) => ' '.repeat(comment.length))

/** The character set that a meta element names within the first 1024 bytes, where a browser looks for it. */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = Array.from(bytes.subarray(0, 1024), (byte) => String.fromCharCode(byte)).join('')
  const [first] = withoutComments(head).matchAll(label)
  return first?.[1]?.toLowerCase()
}

/** The HTML with `utf-8` in place of another character set that its head declares, and the first one that was replaced. */
export function relabel(html: string): { html: string; was: string | undefined } {
  let was: string | undefined
  let result = ''
  let done = 0
  for (const match of withoutComments(html.slice(0, 4096)).matchAll(label)) {
    const name = match[1] ?? ''
    const encoding = decoder(name)?.encoding
    if (encoding === undefined || encoding === 'utf-8') continue
    const end = match.index + match[0].length
    result += `${html.slice(done, end - name.length)}utf-8`
    done = end
    was ??= name.toLowerCase()
  }
  return { html: result + html.slice(done), was }
}

const share = (text: string, of: RegExp, among: number) => (text.match(of)?.join('').length ?? 0) / among

/**
 * How the letters of each language look once they are decoded rightly; the first that fits is the guess. `must` are those
 * whose bytes are no quotes or dashes in windows-1252.
 */
const looks: Array<[charset: (typeof charsets)[number], letters: RegExp, least: number, must?: RegExp]> = [
  ['shift_jis', /[\u3041-\u3096\u30a1-\u30fc]/g, 0.25],
  ['euc-jp', /[\u3041-\u3096\u30a1-\u30fc]/g, 0.25],
  ['windows-1251', /[\u0410-\u044f]?[\u0430-\u044f]{2,}/g, 0.7],
  [
    'macintosh',
    /[\u00e0-\u00ef\u00f1-\u00f6\u00f9-\u00fc]/g,
    0.7,
    /[\u00e0-\u00e5\u00e7-\u00ea\u00f2\u00f5\u00f6\u00f9-\u00fc]/,
  ],
  ['euc-kr', /[\uac00-\ud7a3]{2,}/g, 0.7],
  ['gb18030', /[\u4e00-\u9fff]{2,}/g, 0.7],
  ['big5', /[\u4e00-\u9fff]{2,}/g, 0.7],
]

/** The most likely character set of bytes that are not UTF-8; windows-1252 where nothing speaks for another. */
export function guessCharset(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, 65_536)
  for (const [charset, letters, least, must] of looks) {
    // As a stream, so that a character that the sample cuts is no mistake.
    let text: string | undefined
    try {
      text = decoder(charset)?.decode(sample, { stream: true })
    } catch {
      continue
    }
    const foreign = text?.match(/[^\u0000-\u007f]/g)?.length ?? 0
    if (text !== undefined && foreign > 0 && share(text, letters, foreign) >= least && (must?.test(text) ?? true))
      return charset
  }
  return 'windows-1252'
}

/** Those in which all bytes are valid. */
export const possibleCharsets = (bytes: Uint8Array): string[] =>
  charsets.filter((charset) => decodeIn(bytes, charset) !== undefined)
