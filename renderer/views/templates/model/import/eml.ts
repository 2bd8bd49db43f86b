// A mail as a template: subject, sender, HTML and text. The notes name what a template has no place for.
import type { Address, Email } from 'postal-mime'
import { relabel } from '#kit/composables/reading/charset.ts'
import { refuse, type Imported } from './types.ts'
import { placesIn } from '#kit/base/text-places.ts'
import type { Note } from '../body.ts'
import type { Template } from '../types.ts'

const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

function partHeaders(source: string, type: string): string {
  const at = source.search(new RegExp(`^content-type:[ \\t]*${type}`, 'im'))
  if (at < 0) return ''
  const start = Math.max(source.lastIndexOf('\n\n', at), 0)
  const end = source.indexOf('\n\n', at)
  return source.slice(start, end < 0 ? undefined : end)
}

function cutBoundary(email: Email, source: string): string | undefined {
  const value = email.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  const boundary = /^multipart\//i.test(value) ? /boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(value) : null
  const name = boundary?.[1] ?? boundary?.[2]
  return name === undefined || source.includes(`\n--${name}--`) ? undefined : name
}

/** Without the last newline that the parser adds to each part; in base64 it adds none. */
function exact(email: Email, source: string, type: 'text/html' | 'text/plain', text: string): string {
  const multipart = /^multipart\//i.test(email.headers.find(({ key }) => key === 'content-type')?.value ?? '')
  const base64 = /^content-transfer-encoding:[ \t]*base64/im.test(partHeaders(source, type))
  return multipart && !base64 && text.endsWith('\n') ? text.slice(0, -1) : text
}

const mailbox = (address: Address | undefined) => (address?.group === undefined ? address : address.group[0])

/** Without a byte order mark and the line that begins a mail in a mailbox file. */
function unwrapped(bytes: Uint8Array): Uint8Array {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const rest = marked ? bytes.subarray(3) : bytes
  if (!latin1(rest.subarray(0, 5)).startsWith('From ')) return rest
  const end = rest.indexOf(0x0a)
  return end < 0 ? rest : rest.subarray(end + 1)
}

/** How many mails of a mailbox file follow the first. */
const mailsAfter = (source: string) => source.match(/\n\nFrom \S+ [^\n]*\d{4}[^\n]*\n[!-9;-~]+:/g)?.length ?? 0

/** Reads the first mail; `file` may begin with a byte order mark or as a mailbox file does. */
export async function importEml(file: Uint8Array): Promise<Imported> {
  let bytes = unwrapped(file)
  // Only in a mailbox file: in another mail such a line is its text.
  const isMailbox = file.length - bytes.length > 3
  const more = isMailbox ? mailsAfter(latin1(bytes).replaceAll('\r\n', '\n')) : 0
  if (more > 0) {
    const next = /\r?\n\r?\nFrom \S+ [^\n]*\d{4}[^\n]*\n[!-9;-~]+:/.exec(latin1(bytes))
    bytes = bytes.subarray(0, next?.index)
  }
  const source = latin1(bytes).replaceAll('\r\n', '\n')
  if (!/^[!-9;-~]+[ \t]*:/.test(source)) return refuse('eml_broken', {}, { line: 1, column: 1, part: 'header' })
  const { default: PostalMime } = await import('postal-mime')
  let email: Email
  try {
    email = await PostalMime.parse(bytes)
  } catch {
    return refuse('eml_broken', {}, { part: 'structure' })
  }
  const cut = cutBoundary(email, source)
  if (cut !== undefined) return refuse('eml_cut', { boundary: cut }, { ...placesIn(source)(source.length), part: cut })
  if (email.html === undefined && email.text === undefined) return refuse('eml_no_content', {}, { part: 'body' })

  const notes: Note[] = []
  if (more > 0) notes.push({ code: 'mails_left_out', values: { count: more } })
  const template: Partial<Template> = {}
  const from = mailbox(email.from)
  if (email.subject !== undefined) template.subject = email.subject
  if (from !== undefined) Object.assign(template, { fromName: from.name, fromEmail: from.address })
  const [reply, ...otherReplies] = email.replyTo ?? []
  const replyTo = mailbox(reply)
  if (replyTo !== undefined) template.replyTo = replyTo.address
  if (otherReplies.length > 0) notes.push({ code: 'reply_to_left_out', values: { count: otherReplies.length } })
  const parts = [
    ['text/html', 'htmlContent', email.html],
    ['text/plain', 'textContent', email.text],
  ] as const
  for (const [type, field, text] of parts) {
    if (text === undefined) {
      notes.push({ code: 'part_missing', values: { part: type } })
      continue
    }
    const content = exact(email, source, type, text)
    const broken = content.indexOf('\uFFFD')
    if (broken >= 0) return refuse('not_in_charset', { charset: '' }, { ...placesIn(content)(broken), part: type })
    const labelled = field === 'htmlContent' ? relabel(content) : { html: content, was: undefined }
    if (labelled.was !== undefined) notes.push({ code: 'charset_relabelled', values: { charset: labelled.was } })
    template[field] = labelled.html
    const pieces = source.match(new RegExp(`^content-type:[ \\t]*${type}`, 'gim'))?.length ?? 0
    if (pieces > 1) notes.push({ code: 'parts_joined', values: { part: type, count: pieces } })
  }
  for (const { filename, mimeType, contentId, related } of email.attachments) {
    const values = { name: filename ?? contentId ?? mimeType, type: mimeType }
    notes.push({ code: related === true || contentId !== undefined ? 'image_left_out' : 'attachment_left_out', values })
  }
  return { ok: true, template, notes, kept: {} }
}
