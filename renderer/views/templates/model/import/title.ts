const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const character = (entity: string, name: string): string => {
  if (!name.startsWith('#')) return (Object.hasOwn(named, name) ? named[name] : undefined) ?? entity
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
}

/** The words of the first title element on one line, or an empty text. */
export function titleOf(html: string): string {
  const start = html.search(/<title(?=[\s>])/i)
  if (start < 0) return ''
  const inner = /^<title[^>]{0,200}>([^<]{0,1000})<\/title/i.exec(html.slice(start, start + 1300))?.[1] ?? ''
  return inner
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, character)
    .replace(/\s+/g, ' ')
    .trim()
}
