import { placesIn, type Place } from '#kit/base/text-places.ts'
import { addresses } from './rules/addresses.ts'
import { brokenHtml } from './rules/broken-html.ts'
import { elements, nestedLinks, outlookComments, tableContent } from './rules/mail-structure.ts'
import { images } from './rules/images.ts'
import { links } from './rules/links.ts'
import { foreign } from './rules/foreign.ts'
import { mailAddresses, mailNeeds } from './rules/mail-addresses.ts'
import { mailPictures } from './rules/mail-pictures.ts'
import { mailStyles } from './rules/mail-styles.ts'
import { mergeTags } from './rules/merge-tags.ts'
import { malformed } from './rules/malformed.ts'
import { missingText } from './rules/missing-text.ts'
import { scripts } from './rules/scripts.ts'
import { size } from './rules/size.ts'
import { subject } from './rules/subject.ts'
import { unknown } from './rules/unknown.ts'
import { variables } from './rules/variables.ts'
import type { Finding, LintContext, Rule } from './rules/rule.ts'
import { problemLevels, type Problem, type ProblemLevel, type TemplateField } from './types.ts'

const rules: Rule[] = [
  subject,
  addresses,
  unknown,
  malformed,
  foreign,
  mergeTags,
  brokenHtml,
  scripts,
  links,
  images,
  mailAddresses,
  mailPictures,
  mailStyles,
  elements,
  tableContent,
  nestedLinks,
  outlookComments,
  size,
  mailNeeds,
  missingText,
  variables,
]

/** Rules are generators, so that hostile input costs no more than the problems that are shown. */
export const mostPerRule = 100

const order: TemplateField[] = [
  'name',
  'fromName',
  'fromEmail',
  'replyTo',
  'subject',
  'previewText',
  'htmlContent',
  'textContent',
  'variables',
]

/** A finding as it concerns the chosen clients; none where it concerns none of them. */
function forClients(finding: Finding, chosen: LintContext['clients']): Finding[] {
  const { clients, partly, ...rest } = finding
  if (clients === undefined) return [finding]
  const some = clients.filter((client) => chosen.includes(client))
  const few = partly?.filter((client) => chosen.includes(client)) ?? []
  return some.length === 0 ? [] : [{ ...rest, clients: some, ...(few.length > 0 && { partly: few }) }]
}

export interface Linted {
  problems: Problem[]
  /** Levels at which a rule had more to report than is listed. */
  more: ProblemLevel[]
}

/** What every rule finds in a template, in the order of its fields. */
export function lint(context: LintContext): Linted {
  const places = new Map<TemplateField, (offset: number) => Place>()
  const place = (field: TemplateField, offset: number | undefined): Partial<Place> => {
    const text = context.template[field]
    if (offset === undefined || typeof text !== 'string') return {}
    const of = places.get(field) ?? placesIn(text)
    places.set(field, of)
    return of(offset)
  }
  const cut = new Set<ProblemLevel>()
  const problems = rules
    .flatMap((rule) => {
      const found = Iterator.from(rule(context))
        .flatMap((finding) => forClients(finding, context.clients))
        .take(mostPerRule + 1)
        .toArray()
      for (const { level } of found.slice(mostPerRule)) cut.add(level)
      return found.slice(0, mostPerRule)
    })
    .map((finding) => ({ ...finding, ...place(finding.field, finding.from) }))
    .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field) || (a.from ?? a.row ?? 0) - (b.from ?? b.row ?? 0))
  return { problems, more: problemLevels.filter((level) => cut.has(level)) }
}
