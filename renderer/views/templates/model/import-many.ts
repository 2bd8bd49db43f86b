import { importFile, importTypes, type Imported } from './import.ts'
import { unpack } from './import/zip.ts'

/** A file as it was understood; `bytes` to read it again in another character set. */
export interface ReadRow {
  name: string
  bytes: Uint8Array
  imported: Imported
}

/** For the file chooser; `.mjml` can be chosen so that the list says why it isn't read. */
export const choosable = [...importTypes, '.mjml', '.zip']

const isArchive = (name: string) => /\.zip$/i.test(name)

/** Each file, and each file within an archive, in the order given. Nothing is left out: what can't be read has its error. */
export async function importMany(files: Array<Pick<File, 'name' | 'arrayBuffer'>>): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (!isArchive(file.name)) {
      rows.push({ name: file.name, bytes, imported: await importFile(file.name, bytes) })
      continue
    }
    const packed = await unpack(bytes)
    if (!Array.isArray(packed)) {
      rows.push({ name: file.name, bytes: new Uint8Array(), imported: packed })
      continue
    }
    for (const { name, bytes: content, refused } of packed) {
      const imported = refused ?? (await importFile(name, content))
      rows.push({ name, bytes: content, imported })
    }
  }
  return rows
}

/** The row as it reads in another character set. */
export const inCharset = async (row: ReadRow, charset: string): Promise<ReadRow> => ({
  ...row,
  imported: await importFile(row.name, row.bytes, charset),
})
