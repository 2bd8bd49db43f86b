import type { Draft } from '#contract/draft.ts'
import { isObject, type Json } from '#contract/json.ts'

/**
 * A template as an e-mail message. Both parts are base64, so that their bytes and line ends stay. Placeholders stay
 * as written.
 */
export async function emlOf(draft: Draft): Promise<string> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const body = isObject(draft.body) ? draft.body : {}
  const [html, text] = [textAt(body, 'htmlContent'), textAt(body, 'textContent')]
  const [name, address, replyTo] = [textAt(body, 'fromName'), textAt(body, 'fromEmail'), textAt(body, 'replyTo')]
  const mail = new MailComposer({
    subject: textAt(body, 'subject'),
    ...((name !== '' || address !== '') && { from: { name, address } }),
    ...(replyTo !== '' && { replyTo: { name: '', address: replyTo } }),
    ...((text !== '' || html === '') && { text: part(text, 'text/plain') }),
    ...(html !== '' && { html: part(html, 'text/html') }),
    messageId: `<${draft.id}.${draft.revision}@showdesk.invalid>`,
    date: new Date(draft.updatedAt),
    baseBoundary: `${draft.id}-${draft.revision}`.slice(0, 40),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return (await mail.compile().build()).toString('utf8')
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
