import { findPlaceholders, type Found } from './placeholders.ts'
import type { HtmlScan } from './html-scan.ts'
import { placeholderFields, type Analysis, type PlaceholderField, type Template } from './types.ts'

export type Values = ReadonlyMap<string, string>
export type FoundIn = Record<PlaceholderField, Found>

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

export function findIn(template: Template): FoundIn {
  return Object.fromEntries(placeholderFields.map((field) => [field, findPlaceholders(template[field])])) as FoundIn
}

/** Fills values in; placeholders inside a value are not filled. `missing` gives the text for a placeholder without a value. */
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

/** Values unescaped; an unknown placeholder is left as written. */
export function renderPlain(text: string, found: Found, values: Values): string {
  return fill(
    text,
    found,
    (name) => values.get(name),
    (written) => written,
  )
}

/** Values escaped; an unknown placeholder is left as written, and marked where it is visible text. */
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

export function render(template: Template, found: FoundIn, values: Values, scan: HtmlScan): Analysis['rendered'] {
  return {
    html: renderHtml(template.htmlContent, found.htmlContent, values, scan),
    text: renderPlain(template.textContent, found.textContent, values),
    subject: renderPlain(template.subject, found.subject, values),
    previewText: renderPlain(template.previewText, found.previewText, values),
    sender: {
      fromName: renderPlain(template.fromName, found.fromName, values),
      fromEmail: renderPlain(template.fromEmail, found.fromEmail, values),
      replyTo: renderPlain(template.replyTo, found.replyTo, values),
    },
  }
}
