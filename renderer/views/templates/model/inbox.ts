// How a message stands in the list of a mail program. Real programs differ by screen, font and setting: these are usual lengths.
import { scanHtml } from './html-scan.ts'

type InboxDevice = 'phone' | 'desktop'

/** In characters as a reader counts them. On a desktop subject and preview text share one line. */
const lengths: Record<InboxDevice, { sender: number; subject: number; preview: number; line: number }> = {
  phone: { sender: 26, subject: 38, preview: 88, line: Infinity },
  desktop: { sender: 20, subject: 78, preview: 140, line: 118 },
}

interface InboxRow {
  sender: string
  subject: string
  preview: string
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** At most so many characters, with an ellipsis where more were written. */
export function cut(text: string, most: number): string {
  const line = text
    .slice(0, most * 40)
    .replace(/\s+/g, ' ')
    .trim()
  const characters = Array.from(Iterator.from(segmenter.segment(line)).take(most + 1), ({ segment }) => segment)
  return characters.length <= most
    ? line
    : `${characters
        .slice(0, Math.max(0, most - 1))
        .join('')
        .trimEnd()}…`
}

export function inboxRow(row: InboxRow, device: InboxDevice): InboxRow {
  const of = lengths[device]
  const subject = cut(row.subject, of.subject)
  const left = of.line - Array.from(segmenter.segment(subject)).length
  return {
    sender: cut(row.sender, of.sender),
    subject,
    preview: left < 8 ? '' : cut(row.preview, Math.min(of.preview, left)),
  }
}

const searched = 65_536
const shownLength = 200
/** Signs without a width, with which senders push the rest of a message out of the line. */
const invisible = /[\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]/g
const unread: ReadonlySet<string> = new Set(['style', 'script', 'title', 'xmp', 'noembed', 'noframes', 'iframe'])

/** The first text of a message, which mail programs show where it has no preview text: hidden text and alternative texts too. */
export function firstText(html: string): string {
  const body = html.search(/<body[\s>]/i)
  const from = Math.max(0, body)
  let text = ''
  for (const node of scanHtml(html.slice(from, from + searched)).nodes) {
    if (node.kind === 'text') {
      if (node.raw === undefined || !unread.has(node.raw)) text += node.text
    } else if (node.name === 'img') {
      const alt = node.attributes.find(({ name }) => name === 'alt')?.value.trim() ?? ''
      if (alt !== '') text += ` ${alt} `
    } else if (!inline.has(node.name)) text += ' '
    if (text.length > shownLength * 4) {
      text = plain(text)
      if (text.length >= shownLength) break
    }
  }
  return plain(text).slice(0, shownLength)
}

const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo code em font i mark q s small span strong sub sup u wbr'.split(' '),
)

const plain = (text: string): string => text.replace(invisible, '').replace(/\s+/g, ' ').trim()
