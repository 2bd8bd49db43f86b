// The template with its sample values as a message that a mail program opens.
import type { ExportedFile } from '#contract/draft.ts'
import { fileName } from './export.ts'
import { findPlaceholders } from './placeholders.ts'
import { escapeHtml, renderPlain, type Values } from './render.ts'
import { sampleValues } from './samples.ts'
import type { PlaceholderField, Samples, Template } from './types.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const base64 = (text: string): string => btoa(Array.from(bytesOf(text), (byte) => String.fromCharCode(byte)).join(''))
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
/** An encoded word holds at most 75 characters. */
const wordBytes = 42
const address = /^[\w!#$%&'*+/=?^`{|}~.-]+@[\w.-]+$/
const boundary = 'showdesk-test-mail-4f2c81'

/** A header's text (RFC 2047); plain where nobody can misread it. */
function headerText(given: string): string {
  const text = oneLine(given)
  if (text.length <= 60 && /^[\w .,!'/-]*$/.test(text)) return text
  const words: string[] = []
  let word = ''
  for (const character of text.toWellFormed()) {
    if (bytesOf(word + character).length > wordBytes) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((one) => `=?utf-8?B?${base64(one)}?=`).join('\r\n ')
}

const mailbox = (name: string, at: string): string =>
  oneLine(name) === '' ? at : `${/^[\w -]+$/.test(oneLine(name)) ? oneLine(name) : headerText(`${name} `)} <${at}>`

function part(type: string, text: string): string {
  const lines = base64(text).match(/.{1,76}/g) ?? []
  return [`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: base64', '', ...lines, ''].join('\r\n')
}

const filled = (text: string, values: Values): string => renderPlain(text, findPlaceholders(text), values)

/**
 * A filled-in `.eml`, which Outlook opens as a draft because of `X-Unsent`. A placeholder without a value stays as written; an address that
 * is not one is left out.
 */
export function testMail(
  template: Template,
  samples: Samples,
  now: number,
  /** Fields that are filled in already, with sections. */
  done: Partial<Record<PlaceholderField, string>> = {},
): ExportedFile {
  const { values } = sampleValues(template.variables, samples)
  const escaped = new Map([...values].map(([name, value]) => [name, escapeHtml(value)]))
  const of = (field: PlaceholderField): string =>
    done[field] ?? filled(template[field], field === 'htmlContent' ? escaped : values)
  const from = of('fromEmail').trim()
  const reply = of('replyTo').trim()
  const head = [
    'X-Unsent: 1',
    'MIME-Version: 1.0',
    `Date: ${new Date(now).toUTCString().replace('GMT', '+0000')}`,
    `Subject: ${headerText(of('subject'))}`,
    ...(address.test(from) ? [`From: ${mailbox(of('fromName'), from)}`] : []),
    ...(address.test(reply) ? [`Reply-To: ${reply}`] : []),
  ]
  const text = part('text/plain', of('textContent'))
  const html = part('text/html', of('htmlContent'))
  const only = template.htmlContent === '' ? text : template.textContent === '' ? html : undefined
  const body =
    only ??
    [
      `Content-Type: multipart/alternative; boundary="${boundary}"`,
      '',
      `--${boundary}`,
      text,
      `--${boundary}`,
      html,
      `--${boundary}--`,
      '',
    ].join('\r\n')
  return { name: fileName(template, 'test.eml'), type: 'message/rfc822', text: `${head.join('\r\n')}\r\n${body}` }
}
