import { decode } from './import/decode.ts'
import { importEml } from './import/eml.ts'
import { importJson } from './import/json.ts'
import { importMarkdown } from './import/markdown.ts'
import { titleOf } from './import/title.ts'
import { refuse, type Imported } from './import/types.ts'

export type { Imported, ImportError } from './import/types.ts'

/** In bytes. */
export const largestFile = 5 * 1024 * 1024
export const importTypes = ['.html', '.htm', '.txt', '.eml', '.json', '.md', '.markdown']

/**
 * Reads a file by its extension: the fields in it, with notes on what was left out or changed, or an error. Never throws. `charset` is the
 * choice of the person for a file that does not say its own.
 */
export async function importFile(name: string, bytes: Uint8Array, charset?: string): Promise<Imported> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (extension === 'mjml') return refuse('mjml', {})
  if (!importTypes.includes(`.${extension}`)) return refuse('unsupported', { extension })
  if (bytes.length > largestFile) return refuse('too_large', { bytes: bytes.length, limit: largestFile })
  if (bytes.length === 0) return refuse('empty', {})
  if (extension === 'eml') return importEml(bytes)
  const decoded = decode(bytes, extension.startsWith('htm') ? 'html' : 'text', charset)
  if (!decoded.ok) return decoded
  const { text, notes } = decoded
  const guess = decoded.guess === undefined ? {} : { guess: decoded.guess }
  if (extension === 'json') {
    const imported = importJson(text)
    return imported.ok ? { ...imported, ...guess, notes: [...notes, ...imported.notes] } : imported
  }
  if (extension.startsWith('m')) {
    const imported = await importMarkdown(text, notes)
    return imported.ok ? { ...imported, ...guess } : imported
  }
  if (extension === 'txt') return { ok: true, template: { textContent: text }, notes, kept: {}, ...guess }
  const title = titleOf(text)
  return {
    ok: true,
    template: { htmlContent: text },
    notes,
    kept: {},
    ...guess,
    ...(title === '' ? {} : { title }),
  }
}
