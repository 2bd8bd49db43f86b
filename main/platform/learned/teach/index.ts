// Learns from a file: a description of the API, or what a browser recorded. The file's values are dropped while it is
// read, and the file is deleted afterwards.
import type { TeachPreview } from '#contract/learned.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Operation } from '../../catalog/entry.ts'
import type { Reading } from '../../../core/types.ts'
import type { Learned } from '../index.ts'
import { readTaught, type ReadTaught, type Taught } from './read.ts'

export type Teacher = ReturnType<typeof createTeacher>

interface ReadFile extends Taught {
  transfer: string
}

/** Without `read` a file is read in this thread. */
export function createTeacher(parts: {
  learned: Pick<Learned, 'holdsInName' | 'wouldTeach' | 'teach'>
  operations: ReadonlyMap<string, Operation>
  transfers: { path: (id: string) => string; end: (id: string) => void }
  read?: ReadTaught
}) {
  const { learned, operations, transfers } = parts
  const readFile: ReadTaught =
    parts.read ?? ((path) => readTaught(path, { operations, holdsInName: (name: string) => learned.holdsInName(name) }))
  /** The file that was read last, so that it is not read again after its preview. */
  let last: ReadFile | undefined

  async function read(transfer: string, reading?: Reading): Promise<ReadFile> {
    if (last?.transfer === transfer) return last
    const path = transfers.path(transfer)
    try {
      return (last = { transfer, ...(await readFile(path, reading)) })
    } finally {
      transfers.end(transfer)
    }
  }

  const previewOf = ({ kind, version, forms, skipped }: ReadFile, environment: EnvironmentId): TeachPreview => ({
    kind,
    version,
    operations: learned.wouldTeach(environment, forms),
    skipped,
  })

  return {
    /** Throws DeskError `invalid_input` or `too_large` with the place, `not_found_here` for an unknown transfer, `cancelled`. */
    preview: async (transfer: string, environment: EnvironmentId, reading?: Reading) =>
      previewOf(await read(transfer, reading), environment),
    async teach(transfer: string, environment: EnvironmentId, reading?: Reading): Promise<TeachPreview> {
      const file = await read(transfer, reading)
      const preview = previewOf(file, environment)
      learned.teach(environment, file.forms)
      last = undefined
      return preview
    },
  }
}
