// What the preview shows: the template with sample values in it, every other byte as it is.
import { findPlaceholders } from './placeholders.ts'
import type { Found } from './placeholders.ts'
import type { HtmlScan } from './html-scan.ts'
import { placeholderFields } from './types.ts'
import type { Analysis, PlaceholderField, Template } from './types.ts'

export type Values = ReadonlyMap<string, string>
export type FoundIn = Record<PlaceholderField, Found>

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Placeholders of the four fields that may hold some. */
export function findIn(template: Template): FoundIn {
  return Object.fromEntries(placeholderFields.map((field) => [field, findPlaceholders(template[field])])) as FoundIn
}

/** Puts values in; a value is never read for placeholders again. `missing` says what becomes of a placeholder without one. */
function fill(
  text: string,
  found: Found,
  put: (name: string) => string | undefined,
  missing: (written: string, from: number) => string,
): string {
  let out = ''
  let done = 0
  for (const { name, from, to } of found.placeholders) {
    const written = text.slice(from, to)
    out += text.slice(done, from) + (put(name) ?? missing(written, from))
    done = to
  }
  return out + text.slice(done)
}

/** Values as they are; an unknown placeholder stays as written. */
export function renderPlain(text: string, found: Found, values: Values): string {
  return fill(
    text,
    found,
    (name) => values.get(name),
    (written) => written,
  )
}

/** Values escaped; an unknown placeholder stays as written and is marked where a reader would see it as text. */
export function renderHtml(html: string, found: Found, values: Values, scan: HtmlScan): string {
  const visible = scan.nodes.filter((node) => node.kind === 'text' && node.raw === undefined && !node.foreign)
  let next = 0
  return fill(
    html,
    found,
    (name) => {
      const value = values.get(name)
      return value === undefined ? undefined : escapeHtml(value)
    },
    (written, from) => {
      while ((visible[next]?.to ?? Infinity) < from + written.length) next++
      return (visible[next]?.from ?? Infinity) <= from ? `<mark class="unknown-placeholder">${written}</mark>` : written
    },
  )
}

/** The four fields with sample values in them. */
export function render(template: Template, found: FoundIn, values: Values, scan: HtmlScan): Analysis['rendered'] {
  return {
    html: renderHtml(template.htmlContent, found.htmlContent, values, scan),
    text: renderPlain(template.textContent, found.textContent, values),
    subject: renderPlain(template.subject, found.subject, values),
    previewText: renderPlain(template.previewText, found.previewText, values),
  }
}
