// Fills a template in as an engine for mustache does, for platforms that are known to have one. Loaded only where that is so.
import Mustache, { type RenderOptions } from 'mustache'
import { messageOf } from '#contract/errors.ts'
import { placesIn } from '#kit/base/text-places.ts'
import { escapeHtml } from './render.ts'
import { placeholderFields, type PlaceholderField, type SampleData, type SectionFault, type Template } from './types.ts'

/** In UTF-16 units; a longer text is shown without sections. */
const longestText = 1_000_000
/** Loops within loops can make any amount of text of a short one. */
const mostPieces = 100_000
const mostMade = 10_000_000

class TooMuch extends Error {}

type Writer = InstanceType<typeof Mustache.Writer>
type Context = InstanceType<typeof Mustache.Context>

const printed = (value: SampleData): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

class BoundedWriter extends Mustache.Writer {
  #pieces = 0
  #made = 0

  override renderTokens(...[tokens, context, partials, template, config]: Parameters<Writer['renderTokens']>): string {
    if (++this.#pieces > mostPieces) throw new TooMuch()
    const text = super.renderTokens(tokens, context, partials, template, config)
    this.#made += text.length
    if (this.#made > mostMade) throw new TooMuch()
    return text
  }
  override escapedValue([, name = '']: string[], context: Context, config?: RenderOptions): string {
    const value = valueOf(context, name)
    return config?.escape === undefined ? value : config.escape(value)
  }
  override unescapedValue([, name = '']: string[], context: Context): string {
    return valueOf(context, name)
  }
}

function valueOf(context: Context, name: string): string {
  const value = context.lookup(name) as SampleData | undefined
  return value === undefined ? '' : printed(value)
}

/** Lists lose what every list has, so that a template finds only what the samples hold. */
function bare(data: SampleData): SampleData {
  if (Array.isArray(data)) return Object.setPrototypeOf(data.map(bare), null) as SampleData[]
  if (typeof data !== 'object') return data
  const tree = Object.create(null) as Record<string, SampleData>
  for (const [name, value] of Object.entries(data)) tree[name] = bare(value)
  return tree
}

const patterns: ReadonlyArray<[SectionFault['fault'], RegExp]> = [
  ['unclosed_section', /^Unclosed section "(.*)" at (\d+)$/s],
  ['unopened_section', /^Unopened section "(.*)" at (\d+)$/s],
  ['unclosed_tag', /^Unclosed tag(?: at )(\d+)$/],
  ['delimiters', /^Invalid tags/],
]

function faultOf(thrown: unknown, field: PlaceholderField, text: string): SectionFault {
  if (thrown instanceof TooMuch) return { fault: 'too_much', field, name: '' }
  const said = messageOf(thrown)
  for (const [fault, pattern] of patterns) {
    const match = pattern.exec(said)
    if (match === null) continue
    const [, name = '', at] = match
    if (fault === 'unclosed_section' || fault === 'unopened_section') {
      const from = fault === 'unopened_section' ? Number(at) : lastOpening(text, name, Number(at))
      return { fault, field, name, ...placesIn(text)(from) }
    }
    return { fault, field, name: '' }
  }
  return { fault: 'other', field, name: said.slice(0, 200) }
}

function lastOpening(text: string, name: string, before: number): number {
  let from = 0
  for (const { index, 1: written } of text.slice(0, before).matchAll(/\{\{\s*[#^]\s*([^{}]*?)\s*\}\}/g))
    if (written === name) from = index
  return from
}

interface FilledIn {
  /** The fields without a mistake. */
  filled: Partial<Record<PlaceholderField, string>>
  /** The first mistake; its field is shown without sections. */
  fault?: SectionFault
}

/** Each field with sections, conditions and values filled in: escaped in the HTML, as they are elsewhere. */
export function fillSections(template: Template, data: SampleData): FilledIn {
  const view = bare(data)
  const result: FilledIn = { filled: {} }
  for (const field of placeholderFields) {
    const text = template[field]
    try {
      if (text.length > longestText) throw new TooMuch()
      const escape = field === 'htmlContent' ? escapeHtml : (value: string) => value
      result.filled[field] = text.includes('{{') ? new BoundedWriter().render(text, view, {}, { escape }) : text
    } catch (thrown) {
      result.fault ??= faultOf(thrown, field, text)
    }
  }
  return result
}
