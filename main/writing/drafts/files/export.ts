import { cutText } from '#contract/cut-text.ts'
import type { Draft, DraftFormat, ExportedFile } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import { isObject } from '#contract/json.ts'
import { contentOf } from '../content.ts'
import { emlOf } from './eml.ts'
import { writeFile } from './format.ts'

const templateOperations = ['POST /api/marketing/template/create', 'POST /api/marketing/template/update']
const types: Record<DraftFormat, string> = {
  json: 'application/json',
  html: 'text/html',
  txt: 'text/plain',
  eml: 'message/rfc822',
}

/** Any drafts as `json`; otherwise the unchanged part of one marketing template. Throws `invalid_input`. */
export async function exportFile(drafts: readonly Draft[], format: DraftFormat): Promise<ExportedFile> {
  const [draft, another] = drafts
  const name = `${draft === undefined || another !== undefined ? 'Drafts' : fileName(draft.title)}.${format}`
  const type = types[format]
  if (format === 'json') {
    const filed = drafts.map((one) => ({
      id: one.id,
      revision: one.revision,
      createdAt: one.createdAt,
      updatedAt: one.updatedAt,
      ...contentOf(one),
    }))
    return { name, type, text: writeFile(filed) }
  }
  if (draft === undefined || another !== undefined || !templateOperations.includes(draft.operation)) {
    throw new DeskError('invalid_input', `Only one template at a time can be written as .${format}.`, {
      facts: { reason: 'one_template_only', format },
      fields: [{ path: 'format', message: 'Only for one marketing template', reason: 'one_template_only' }],
    })
  }
  if (format === 'eml') return { name, type, text: await emlOf(draft) }
  const part = isObject(draft.body) ? draft.body[format === 'html' ? 'htmlContent' : 'textContent'] : undefined
  return { name, type, text: typeof part === 'string' ? part : '' }
}

/** What can't be brought back in one file is not written as one. */
export const tooLargeToExport = (): DeskError =>
  new DeskError('too_large', 'These drafts are too large for one file.', {
    facts: { reason: 'export_too_large' },
  })

/** A title as a file name that every system accepts. */
function fileName(title: string): string {
  const name = title
    .toWellFormed()
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/gu, '')
  const short = cutText(name, 80).trim()
  return short === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(short) ? `Draft ${short}`.trim() : short
}
