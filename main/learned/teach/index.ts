// Teaching from a file: somebody else's description of the API, or what was sent and answered in a browser. A file holds values; they are
// dropped while it is read, before anything is kept, and the file leaves the disk then.
import { DeskError } from '#contract/errors.ts'
import type { TeachPreview } from '#contract/learned.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { Learned } from '../types.ts'
import { readTeachFile } from './file.ts'
import type { TeachFile } from './file.ts'
import { readHar } from './har.ts'
import { createLessons } from './lessons.ts'
import type { Lessons } from './lessons.ts'
import { createMatch } from './match.ts'
import { readOpenApi } from './openapi.ts'

export interface Teacher {
  /** What a file would teach. Throws DeskError `invalid_input`, `too_large` with the place in the file, `not_found_here` for an unknown transfer. */
  preview(transfer: string, environment: EnvironmentId): Promise<TeachPreview>
  /** Takes it; the file need not have been looked at before. */
  teach(transfer: string, environment: EnvironmentId): Promise<TeachPreview>
}

interface Read {
  transfer: string
  file: Pick<TeachFile, 'kind' | 'version'>
  lessons: Lessons
}

export function createTeacher(parts: {
  learned: Pick<Learned, 'holdsInName' | 'wouldTeach' | 'teach'>
  operations: ReadonlyMap<string, Operation>
  transfers: { path: (id: string) => string; end: (id: string) => void }
}): Teacher {
  const { learned, transfers } = parts
  const match = createMatch(parts.operations)
  /** Names and types of the file that was read last, until it is taught or another is read. */
  let last: Read | undefined

  async function read(transfer: string): Promise<Read> {
    if (last?.transfer === transfer) return last
    const path = transfers.path(transfer)
    const lessons = createLessons()
    const means = { match, lessons, holdsInName: (name: string) => learned.holdsInName(name) }
    try {
      const file = readTeachFile(path)
      if (file.kind === 'har') await readHar(file.entries, means)
      else await readOpenApi(file.document, means)
      last = { transfer, file: { kind: file.kind, version: file.version }, lessons }
      return last
    } catch (error) {
      if (error instanceof DeskError) throw error
      // A message of the engine could quote the file.
      throw new DeskError('invalid_input', 'This file could not be read. Nothing was taken from the file.', {
        facts: { reason: 'file_not_readable', place: 'start' },
      })
    } finally {
      transfers.end(transfer)
    }
  }

  const told = ({ file, lessons }: Read, environment: EnvironmentId): TeachPreview => ({
    kind: file.kind,
    version: file.version,
    operations: learned.wouldTeach(environment, lessons.forms()),
    skipped: lessons.skipped(),
  })

  return {
    preview: async (transfer, environment) => told(await read(transfer), environment),
    async teach(transfer, environment) {
      const found = await read(transfer)
      const preview = told(found, environment)
      learned.teach(environment, found.lessons.forms())
      last = undefined
      return preview
    },
  }
}
