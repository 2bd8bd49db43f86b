import { decode } from './import/decode.ts'
import { importEml } from './import/eml.ts'
import { importJson } from './import/json.ts'
import { refuse, type Imported } from './import/types.ts'

export type { Imported, ImportError } from './import/types.ts'

/** In bytes. */
export const largestFile = 5 * 1024 * 1024
export const importTypes = ['.html', '.htm', '.txt', '.eml', '.json']

/** Reads a file by its extension: the fields in it, with notes on what was left out or changed, or an error. Never throws. */
export async function importFile(name: string, bytes: Uint8Array): Promise<Imported> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!importTypes.includes(`.${extension}`)) return refuse('unsupported', { extension })
  if (bytes.length > largestFile) return refuse('too_large', { bytes: bytes.length, limit: largestFile })
  if (bytes.length === 0) return refuse('empty', {})
  if (extension === 'eml') return importEml(bytes)
  const decoded = decode(bytes, extension === 'txt' || extension === 'json' ? 'text' : 'html')
  if (!decoded.ok) return decoded
  const { text, notes } = decoded
  if (extension === 'json') {
    const imported = importJson(text)
    return imported.ok ? { ...imported, notes: [...notes, ...imported.notes] } : imported
  }
  return { ok: true, template: extension === 'txt' ? { textContent: text } : { htmlContent: text }, notes, kept: {} }
}
