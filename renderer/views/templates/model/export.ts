import type { DraftFormat, ExportedFile } from '#contract/draft.ts'
import { toBody } from './body.ts'
import type { Template } from './types.ts'

/** The template's name as that of a file. */
export function fileName(template: Template, extension: string): string {
  const base = template.name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
  return `${Array.from(base).slice(0, 80).join('') || 'template'}.${extension}`
}

/** The template's HTML, its text part, or all of it as JSON that `importFile` can read; .eml is composed by the backend. */
export function exportTemplate(template: Template, format: Exclude<DraftFormat, 'eml'>): ExportedFile {
  const name = fileName(template, format)
  switch (format) {
    case 'html':
      return { name, type: 'text/html;charset=utf-8', text: template.htmlContent }
    case 'txt':
      return { name, type: 'text/plain;charset=utf-8', text: template.textContent }
    case 'json':
      return { name, type: 'application/json', text: `${JSON.stringify(toBody(template), null, 2)}\n` }
  }
}
