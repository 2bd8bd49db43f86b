// Everything that is said of one state of a template: problems, preview, links, hash. Pure, so that tests call what the worker runs.
import type { Json } from '#contract/json.ts'
import { bodyBytes, toBody } from './body.ts'
import { shortHash } from './hash.ts'
import { scanHtml } from './html-scan.ts'
import { linksIn } from './links.ts'
import { lint } from './lint.ts'
import { withoutRemote } from './remote.ts'
import { findIn, render } from './render.ts'
import { sampleValues } from './samples.ts'
import { textFromHtml } from './text.ts'
import { placeholderFields } from './types.ts'
import type { FoundIn } from './render.ts'
import type { Analysis, Samples, Template } from './types.ts'

/** The record that an update would go to; without one, the bytes are those of a create. */
export interface Target {
  id: string
  /** The platform's copy that the draft started from. */
  base?: Json
}

function unknownNames(template: Template, found: FoundIn): string[] {
  const known = new Set(template.variables.map(({ name }) => name.trim()))
  const names = placeholderFields.flatMap((field) => found[field].placeholders.map(({ name }) => name))
  return [...new Set(names)].filter((name) => !known.has(name))
}

let generated = { html: '', text: '' }

/** The text part as a fix; kept while the HTML stays the same. */
async function generatedText({ htmlContent, textContent }: Template): Promise<string | undefined> {
  if (textContent.trim() !== '' || htmlContent.trim() === '') return undefined
  if (generated.html !== htmlContent) generated = { html: htmlContent, text: await textFromHtml(htmlContent) }
  return generated.text
}

/** One analysis; linear in the template's size. */
export async function analyse(
  template: Template,
  samples: Samples,
  target?: Target,
  generation = 0,
): Promise<Analysis> {
  const scan = scanHtml(template.htmlContent)
  const found = findIn(template)
  const { values, error } = sampleValues(template.variables, samples)
  const rendered = render(template, found, values, scan)
  const context = { template, scan, found, generatedText: await generatedText(template) }
  return {
    generation,
    hash: await shortHash(bodyBytes(toBody(template, target?.id, target?.base))),
    problems: lint(context),
    rendered: { ...rendered, html: withoutRemote(rendered.html) },
    links: linksIn(scan, values),
    unknown: unknownNames(template, found),
    ...(error === undefined ? {} : { sampleError: error }),
  }
}
