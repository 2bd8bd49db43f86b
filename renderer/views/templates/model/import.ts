import { decode } from '#kit/composables/reading/decode.ts'
import { importEml } from './import/eml.ts'
import { importJson } from './import/json.ts'
import { importMarkdown } from './import/markdown.ts'
import { importMjml, type Compile } from './import/mjml.ts'
import { titleOf } from './import/title.ts'
import { refuse, type Imported } from './import/types.ts'

export type { Imported, ImportError } from './import/types.ts'

/** In bytes. */
export const largestFile = 5 * 1024 * 1024
export const importTypes = ['.html', '.htm', '.txt', '.eml', '.json', '.md', '.markdown', '.mjml']

/**
 * Reads a file by its extension: the fields in it, with notes on what was left out or changed, or an error. Never throws. `charset` is the
 * choice of the person for a file that does not say its own; `compile` makes HTML from MJML.
 */
export async function importFile(
  name: string,
  bytes: Uint8Array,
  charset?: string,
  compile?: Compile,
): Promise<Imported> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!importTypes.includes(`.${extension}`)) return refuse('unsupported', { extension })
  if (bytes.length > largestFile) return refuse('too_large', { bytes: bytes.length, limit: largestFile })
  if (bytes.length === 0) return refuse('empty', {})
  if (extension === 'eml') return importEml(bytes)
  if (extension === 'json') return readJson(bytes, charset)[0] ?? refuse('json_no_template', {})
  const decoded = decode(bytes, extension.startsWith('htm') ? 'html' : 'text', charset)
  if (!decoded.ok) return decoded
  const { text, notes } = decoded
  const guess = decoded.guess === undefined ? {} : { guess: decoded.guess }
  if (extension.startsWith('m')) {
    const imported = await (extension === 'mjml' ? importMjml(text, notes, compile) : importMarkdown(text, notes))
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

function readJson(bytes: Uint8Array, charset?: string): Imported[] {
  const decoded = decode(bytes, 'text', charset)
  if (!decoded.ok) return [decoded]
  const { text, notes, guess } = decoded
  const all = importJson(text)
  const first = all.findIndex((one) => one.ok)
  return all.map((one, at) =>
    one.ok
      ? { ...one, ...(guess === undefined ? {} : { guess }), notes: [...(at === first ? notes : []), ...one.notes] }
      : one,
  )
}

/** As `importFile`, with every template of a file that may have several. */
export const importAll = async (
  name: string,
  bytes: Uint8Array,
  charset?: string,
  compile?: Compile,
): Promise<Imported[]> =>
  /\.json$/i.test(name) && bytes.length > 0 && bytes.length <= largestFile
    ? readJson(bytes, charset)
    : [await importFile(name, bytes, charset, compile)]
