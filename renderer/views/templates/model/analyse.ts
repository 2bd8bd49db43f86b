// One state of a template analysed: problems, preview, links, hash. Pure, so that tests call what the worker runs.
import { mailClients, type MailClient } from '#contract/mail.ts'
import type { Json } from '#contract/json.ts'
import { bodyBytes, toBody } from './body.ts'
import { scanHtml } from './html-scan.ts'
import { firstText } from './inbox.ts'
import { linksIn } from './links.ts'
import { lint } from './lint.ts'
import { groupTags, mergeTagsIn } from './merge-tags.ts'
import { withoutRemote } from './remote.ts'
import { findIn, render, type FoundIn } from './render.ts'
import { sampleData, sampleValues } from './samples.ts'
import { textFromHtml } from './text.ts'
import { placeholderFields, type Analysis, type Samples, type SectionFault, type Template } from './types.ts'

export interface Target {
  id: string
  base?: Json
}

/** The first 8 hex digits of SHA-256: short enough to be compared by eye. */
async function shortHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function unknownNames(template: Template, found: FoundIn): string[] {
  const known = new Set(template.variables.map(({ name }) => name.trim()))
  const names = placeholderFields.flatMap((field) => found[field].placeholders.map(({ name }) => name))
  return [...new Set(names)].filter((name) => !known.has(name))
}

let generated = { html: '', text: '' }

/** The text part as a fix; generated again only when the HTML changes. */
async function generatedText({ htmlContent, textContent }: Template): Promise<string | undefined> {
  if (textContent.trim() !== '' || htmlContent.trim() === '') return undefined
  if (generated.html !== htmlContent) generated = { html: htmlContent, text: await textFromHtml(htmlContent) }
  return generated.text
}

/** The preview as an engine with sections fills it in; a field with a mistake stays as it is without. */
async function withSections(
  template: Template,
  samples: Samples,
  plain: Analysis['rendered'],
): Promise<{ rendered: Analysis['rendered']; fault?: SectionFault }> {
  const { fillSections } = await import('./sections.ts')
  const { filled, fault } = fillSections(template, sampleData(template.variables, samples))
  const { sender } = plain
  return {
    rendered: {
      html: filled.htmlContent ?? plain.html,
      text: filled.textContent ?? plain.text,
      subject: filled.subject ?? plain.subject,
      previewText: filled.previewText ?? plain.previewText,
      sender: {
        fromName: filled.fromName ?? sender?.fromName ?? '',
        fromEmail: filled.fromEmail ?? sender?.fromEmail ?? '',
        replyTo: filled.replyTo ?? sender?.replyTo ?? '',
      },
    },
    ...(fault === undefined ? {} : { fault }),
  }
}

/** What the desk knows beside the template. */
export interface Known {
  /** The platform fills in sections of mustache. */
  sections?: boolean
  /** The mail clients to check for; all of them where the person's choice is not known. */
  clients?: readonly MailClient[]
}

export async function analyse(
  template: Template,
  samples: Samples,
  target?: Target,
  generation = 0,
  { sections = false, clients = mailClients }: Known = {},
): Promise<Analysis> {
  const scan = scanHtml(template.htmlContent)
  const found = findIn(template)
  const { values, error } = sampleValues(template.variables, samples)
  const plain = render(template, found, values, scan)
  const { rendered, fault } = sections ? await withSections(template, samples, plain) : { rendered: plain }
  const tags = mergeTagsIn(template, scan)
  const context = { template, scan, found, tags, sections, generatedText: await generatedText(template), clients }
  const { problems, more } = lint(context)
  return {
    generation,
    hash: await shortHash(bodyBytes(toBody(template, target?.id, target?.base))),
    problems,
    ...(more.length === 0 ? {} : { more }),
    ...(tags.length === 0 ? {} : { mergeTags: groupTags(tags) }),
    rendered: {
      ...rendered,
      html: withoutRemote(rendered.html),
      ...(rendered.previewText.trim() === '' ? { firstText: firstText(rendered.html) } : {}),
    },
    links: linksIn(scan, values),
    unknown: unknownNames(template, found),
    ...(error === undefined ? {} : { sampleError: error }),
    ...(fault === undefined ? {} : { sectionFault: fault }),
  }
}
