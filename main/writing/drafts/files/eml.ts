import type { Draft } from '#contract/draft.ts'
import { isObject, type Json } from '#contract/json.ts'

/**
 * A template as an e-mail message. Both parts are base64, so that their bytes and line ends stay. Placeholders stay
 * as written.
 */
export async function emlOf(draft: Draft): Promise<string> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { default: parse } = await import('nodemailer/lib/addressparser')
  const body = isObject(draft.body) ? draft.body : {}
  const [html, text] = [textAt(body, 'htmlContent'), textAt(body, 'textContent')]
  const previewText = textAt(body, 'previewText')
  const name = textAt(body, 'fromName')
  const from = addressesIn(parse(textAt(body, 'fromEmail'), { flatten: true })).map((sender, index) =>
    index === 0 && name !== '' ? { ...sender, name } : sender,
  )
  const replyTo = addressesIn(parse(textAt(body, 'replyTo'), { flatten: true }))
  const mail = new MailComposer({
    subject: textAt(body, 'subject'),
    ...(from.length > 0 && { from }),
    ...(replyTo.length > 0 && { replyTo }),
    // A mail has no field for it, and the HTML has to stay byte for byte.
    ...(previewText !== '' && { headers: { 'X-Preview-Text': previewText } }),
    ...((text !== '' || html === '') && { text: part(text, 'text/plain') }),
    ...(html !== '' && { html: part(html, 'text/html') }),
    messageId: `<${draft.id}.${draft.revision}@showdesk.invalid>`,
    date: new Date(draft.updatedAt),
    baseBoundary: `${draft.id}-${draft.revision}`.slice(0, 40),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const message = (await mail.compile().build()).toString('utf8')
  return from.length === 0 && name !== '' ? `From: ${nameAlone(name)}\r\n${message}` : message
}

/** Without an at sign an address is a placeholder or a slip, and stays as written. */
const addressesIn = (found: ReadonlyArray<{ name: string; address: string }>) =>
  found
    .map((one) => (one.address === '' ? { name: '', address: one.name } : one))
    .filter(({ address }) => address !== '')

/** The composer leaves a sender without an address out; mail programs read this as a name without one. */
const nameAlone = (name: string): string => {
  const words = [...name.matchAll(/.{1,10}/gsu)].map(
    ([piece]) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`,
  )
  return `${words.join('\r\n ')} <>`
}

const part = (text: string, type: string) => ({
  content: Buffer.from(text),
  contentType: `${type}; charset=utf-8`,
  contentTransferEncoding: 'base64',
})

function textAt(body: Record<string, Json>, field: string): string {
  const value = body[field]
  return typeof value === 'string' ? value : ''
}
