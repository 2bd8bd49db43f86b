// Learns from a file: a description of the API, or what a browser recorded. The file's values are dropped while it is
// read, and the file is deleted afterwards.
import { DeskError } from '#contract/errors.ts'
import type { TeachPreview } from '#contract/learned.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { Learned } from '../index.ts'
import { readTeachFile, type TeachFile } from './file.ts'
import { readHar } from './har.ts'
import { createFindings, type Findings } from './findings.ts'
import { createMatch } from './match.ts'
import { readOpenApi } from './openapi.ts'
import { refused } from './refusal.ts'

export type Teacher = ReturnType<typeof createTeacher>

interface ReadFile extends Pick<TeachFile, 'kind' | 'version'> {
  transfer: string
  findings: Findings
}

export function createTeacher(parts: {
  learned: Pick<Learned, 'holdsInName' | 'wouldTeach' | 'teach'>
  operations: ReadonlyMap<string, Operation>
  transfers: { path: (id: string) => string; end: (id: string) => void }
}) {
  const { learned, transfers } = parts
  const match = createMatch(parts.operations)
  /** The file that was read last, so that it is not read again after its preview. */
  let last: ReadFile | undefined

  async function read(transfer: string): Promise<ReadFile> {
    if (last?.transfer === transfer) return last
    const path = transfers.path(transfer)
    const findings = createFindings()
    const context = { match, findings, holdsInName: (name: string) => learned.holdsInName(name) }
    try {
      const file = readTeachFile(path)
      if (file.kind === 'har') await readHar(file.entries, context)
      else await readOpenApi(file.document, context)
      last = { transfer, kind: file.kind, version: file.version, findings }
      return last
    } catch (error) {
      if (error instanceof DeskError) throw error
      // A message of the engine could quote the file.
      throw refused('file_not_readable', 'start', 'This file could not be read.')
    } finally {
      transfers.end(transfer)
    }
  }

  const previewOf = ({ kind, version, findings }: ReadFile, environment: EnvironmentId): TeachPreview => ({
    kind,
    version,
    operations: learned.wouldTeach(environment, findings.forms()),
    skipped: findings.skipped(),
  })

  return {
    /** Throws DeskError `invalid_input` or `too_large` with the place, `not_found_here` for an unknown transfer. */
    preview: async (transfer: string, environment: EnvironmentId) => previewOf(await read(transfer), environment),
    async teach(transfer: string, environment: EnvironmentId): Promise<TeachPreview> {
      const file = await read(transfer)
      const preview = previewOf(file, environment)
      learned.teach(environment, file.findings.forms())
      last = undefined
      return preview
    },
  }
}
