// A language made of the English one: accents, 40 % longer, each message in brackets, so that a text without them was
// not translated. Tests give it to the page through the page's own i18n, and the product holds none of it.

type Messages = { [key: string]: string | Messages }

const accents: Record<string, string> = {
  a: 'á', b: 'ƀ', c: 'ç', d: 'ð', e: 'é', f: 'ƒ', g: 'ĝ', h: 'ĥ', i: 'í', j: 'ĵ', k: 'ķ', l: 'ļ', m: 'ɱ',
  n: 'ñ', o: 'ó', p: 'þ', q: 'ǫ', r: 'ŕ', s: 'š', t: 'ţ', u: 'ú', v: 'ṽ', w: 'ŵ', x: 'ẋ', y: 'ý', z: 'ž',
  A: 'Á', B: 'Ɓ', C: 'Ç', D: 'Ð', E: 'É', F: 'Ƒ', G: 'Ĝ', H: 'Ĥ', I: 'Í', J: 'Ĵ', K: 'Ķ', L: 'Ļ', M: 'Ṁ',
  N: 'Ñ', O: 'Ó', P: 'Þ', Q: 'Ǫ', R: 'Ŕ', S: 'Š', T: 'Ţ', U: 'Ú', V: 'Ṽ', W: 'Ŵ', X: 'Ẋ', Y: 'Ý', Z: 'Ž',
} // prettier-ignore

/** Long paddings break between lines as words do. */
const padding = (length: number): string => '~'.repeat(length).replaceAll(/~{8}(?=~)/g, '~~~~~~~ ')

/** One message; placeholders, escaped signs and the bars between plural forms stay as they are. */
export function pseudoText(text: string): string {
  return text
    .split(/( \| )/)
    .map((form) => {
      if (form === ' | ') return form
      const parts = form.split(/(\{[^}]*\}|@[:.][\w.:]+)/)
      const letters = parts.filter((_, index) => index % 2 === 0).join('').length
      const longer = parts.map((part, index) =>
        index % 2 === 1 ? part : part.replaceAll(/[a-z]/gi, (letter) => accents[letter] ?? letter),
      )
      return `\u27e6${longer.join('')}${padding(Math.ceil(letters * 0.4))}\u27e7`
    })
    .join('')
}

export function pseudoMessages(messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudoMessages(value),
    ]),
  )
}

const words = /\p{L}{2,}/u
/** Figures, dates, units and acronyms, which no message holds. */
const figures =
  /\b(?:Node [\d.]+|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|today|tomorrow|yesterday|AM|PM|ms|min|KB|MB|kbps|[A-Z]{3,4})\b|\S*\/\S*|\(F\d+\)/g

/** What is wrong with a text that a screen shows in a language made with `pseudoMessages`. */
export function troubleOf(text: string, isData: (text: string) => boolean): 'plain' | 'glued' | undefined {
  const troubles = text.split(' \u00b7 ').map((part) => troubleOfPart(part, isData))
  return troubles.find((trouble) => trouble !== undefined)
}

function troubleOfPart(text: string, isData: (text: string) => boolean): 'plain' | 'glued' | undefined {
  let depth = 0
  let groups = 0
  let outside = ''
  for (const letter of text) {
    if (letter === '\u27e6') {
      if (depth === 0) groups += 1
      depth += 1
    } else if (letter === '\u27e7') depth -= 1
    else if (depth === 0) outside += letter
  }
  if (groups > 1) return 'glued'
  const known = (part: string): boolean =>
    isData(part) || isData(part.replaceAll(figures, '').trim()) || !words.test(part.replaceAll(figures, ''))
  if (known(outside.trim()) || outside.split(/[,:] | \u2013 /).every((part) => known(part.trim()))) return undefined
  return groups === 1 ? 'glued' : 'plain'
}
