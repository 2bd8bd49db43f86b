// What a long template looks like, before everything else about it is known.
import { withoutRemote } from '../remote.ts'
import { escapeHtml, findIn, renderPlain } from '../render.ts'
import { sampleValues } from '../samples.ts'
import type { Analysis, Samples, Template } from '../types.ts'

/** A shorter one is analysed before anybody notices. */
export const longHtml = 200 * 1024

/** The preview without marks at unknown placeholders, which need a second reading of the HTML. */
export function firstPreview(template: Template, samples: Samples): Analysis['rendered'] {
  const found = findIn(template)
  const { values } = sampleValues(template.variables, samples)
  const escaped = new Map([...values].map(([name, value]) => [name, escapeHtml(value)]))
  const plain = (field: 'textContent' | 'subject' | 'previewText' | 'fromName' | 'fromEmail' | 'replyTo'): string =>
    renderPlain(template[field], found[field], values)
  return {
    html: withoutRemote(renderPlain(template.htmlContent, found.htmlContent, escaped)),
    text: plain('textContent'),
    subject: plain('subject'),
    previewText: plain('previewText'),
    sender: { fromName: plain('fromName'), fromEmail: plain('fromEmail'), replyTo: plain('replyTo') },
  }
}
