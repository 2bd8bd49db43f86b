// Reads a file to learn from, in whatever thread: what it teaches comes back, never a value of it.
import { DeskError } from '#contract/errors.ts'
import type { Skipped } from '#contract/learned.ts'
import type { Operation } from '../../catalog/entry.ts'
import type { Reading } from '../../../core/types.ts'
import type { Form } from '../form.ts'
import { readTeachFile, type TeachFile } from './file.ts'
import { createFindings } from './findings.ts'
import { readHar } from './har.ts'
import { createMatch } from './match.ts'
import { readOpenApi } from './openapi.ts'
import { refused } from './refusal.ts'

/** What a file teaches, by operation, and what of it was left out. */
export interface Taught extends Pick<TeachFile, 'kind' | 'version'> {
  forms: ReadonlyMap<string, Form>
  skipped: Skipped[]
}

export type ReadTaught = (path: string, reading?: Reading) => Promise<Taught>

/** Throws DeskError `invalid_input` or `too_large` with the place. */
export async function readTaught(
  path: string,
  { operations, holdsInName }: { operations: ReadonlyMap<string, Operation>; holdsInName: (name: string) => boolean },
): Promise<Taught> {
  const findings = createFindings()
  const context = { match: createMatch(operations), findings, holdsInName }
  try {
    const file = readTeachFile(path)
    if (file.kind === 'har') await readHar(file.entries, context)
    else await readOpenApi(file.document, context)
    return { kind: file.kind, version: file.version, forms: findings.forms(), skipped: findings.skipped() }
  } catch (error) {
    if (error instanceof DeskError) throw error
    // A message of the engine could quote the file.
    throw refused('file_not_readable', 'start', 'This file could not be read.')
  }
}
