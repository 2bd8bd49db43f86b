const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const character = (entity: string, name: string): string => {
  if (!name.startsWith('#')) return (Object.hasOwn(named, name) ? named[name] : undefined) ?? entity
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
}

/** The words of the first such element on one line, or an empty text. `tag` holds no signs of expressions. */
export function wordsOf(html: string, tag: string): string {
  const start = html.search(new RegExp(`<${tag}(?=[\\s>])`, 'i'))
  if (start < 0) return ''
  const element = new RegExp(`^<${tag}[^>]{0,200}>([^<]{0,1000})</${tag}`, 'i')
  const inner = element.exec(html.slice(start, start + 1300))?.[1] ?? ''
  return inner
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, character)
    .replace(/\s+/g, ' ')
    .trim()
}

export const titleOf = (html: string): string => wordsOf(html, 'title')
