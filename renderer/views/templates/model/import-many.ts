import { importAll, importTypes, type Imported } from './import.ts'
import type { Compile } from './import/mjml.ts'
import { refuse } from './import/types.ts'
import { unpack } from './import/zip.ts'

/** One template of a file as it was understood; `bytes` of the file, to read it again in another character set. */
export interface ReadRow {
  name: string
  bytes: Uint8Array
  imported: Imported
  /** Which one it is, of a file with several templates; from 1. */
  part?: { at: number; of: number }
}

/** For the file chooser. */
export const choosable = [...importTypes, '.zip']

const isArchive = (name: string) => /\.zip$/i.test(name)
const refused = (name: string, imported: Imported): ReadRow => ({ name, bytes: new Uint8Array(), imported })

async function rowsOf(name: string, bytes: Uint8Array, compile?: Compile, charset?: string): Promise<ReadRow[]> {
  const all = await importAll(name, bytes, charset, compile)
  return all.map((imported, at) => ({
    name,
    bytes,
    imported,
    ...(all.length > 1 && { part: { at: at + 1, of: all.length } }),
  }))
}

/** Undefined for a folder, and for a file that was moved, removed or locked after it was chosen. */
async function bytesOf(file: Pick<File, 'arrayBuffer'>): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return undefined
  }
}

/**
 * Each file, each file within an archive and each template of a list, in the order given. Nothing is left out: what can't be read has its
 * error, and the others are read.
 */
export async function importMany(
  files: Array<Pick<File, 'name' | 'arrayBuffer'>>,
  compile?: Compile,
): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  for (const file of files) {
    const bytes = await bytesOf(file)
    if (bytes === undefined) {
      rows.push(refused(file.name, refuse('not_opened', {})))
      continue
    }
    if (!isArchive(file.name)) {
      rows.push(...(await rowsOf(file.name, bytes, compile)))
      continue
    }
    const packed = await unpack(bytes)
    if (!Array.isArray(packed)) {
      rows.push(refused(file.name, packed))
      continue
    }
    for (const { name, bytes: content, refused: why } of packed)
      rows.push(
        ...(why === undefined ? await rowsOf(name, content, compile) : [{ name, bytes: content, imported: why }]),
      )
  }
  return rows
}

/** The row as it reads in another character set. */
export async function inCharset(row: ReadRow, charset: string, compile?: Compile): Promise<ReadRow> {
  const rows = await rowsOf(row.name, row.bytes, compile, charset)
  const next = rows[(row.part?.at ?? 1) - 1] ?? rows[0]
  return next === undefined ? row : { ...row, imported: next.imported }
}
