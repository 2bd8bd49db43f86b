// A profile without its secrets as one file (docs/profile-file.md), written and read as a stream.
import { setImmediate } from 'node:timers/promises'
import { careKinds, type CareKind, type ChangePreview } from '#contract/maintenance.ts'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Redactor } from '../core/keychain/types.ts'
import type { Clock, Log } from '../core/ports.ts'
import { storageError } from '../core/storage/faults.ts'
import type { ProfileDatabase } from '../core/storage/types.ts'
import type { Reading } from '../core/types.ts'
import { recordsOf } from './profile-file/export.ts'
import { createImporter, type Importer } from './profile-file/importer.ts'
import { readProfileFile, type ReadProfile } from './profile-file/reader.ts'
import { createStaging } from './profile-file/staging.ts'
import { createSummary } from './profile-file/summary.ts'
import { writeProfileFile } from './profile-file/writer.ts'
import type { ProfileFile, Transfers } from './types.ts'

/** Milliseconds until other work has its turn. */
const turnMs = 12

interface ProfileFileParts {
  database: ProfileDatabase
  transfers: Transfers
  redactor: Pick<Redactor, 'json'>
  clock: Clock
  log: Log
  version: string
  /** Without it a file is read in this thread. */
  read?: ReadProfile
}

export function createProfileFile({
  database,
  transfers,
  redactor,
  clock,
  log,
  version,
  read = readProfileFile,
}: ProfileFileParts): ProfileFile {
  const masked = (value: Json): Json => redactor.json(value)
  const now = () => new Date(clock.now()).toISOString()
  let importing = false

  async function readInto(path: string, importer: Importer, reading?: Reading): Promise<void> {
    let turn = performance.now()
    for await (const numbered of read(path, reading)) {
      reading?.signal.throwIfAborted()
      importer.take(numbered)
      if (performance.now() - turn < turnMs) continue
      await setImmediate()
      turn = performance.now()
    }
    importer.finish()
    reading?.signal.throwIfAborted()
  }

  async function importFile(
    path: string,
    kinds: readonly CareKind[],
    reading?: Reading,
  ): ReturnType<ProfileFile['import']> {
    const at = now()
    const summary = createSummary()
    const staging = createStaging(database, masked, at)
    try {
      await readInto(path, createImporter({ database, masked, summary, kinds, sink: staging }), reading)
      if (changesAnything(summary.preview())) {
        await database.backup('before-import')
        reading?.signal.throwIfAborted()
        database.transaction(() => staging.merge())
      }
    } finally {
      staging.drop()
    }
    const result = summary.preview()
    log.write('info', 'A profile file was imported.', {
      counts: Object.fromEntries(
        kinds.map((kind) => [kind, { added: result.kinds[kind].added, changed: result.kinds[kind].changed }]),
      ),
    })
    return result
  }

  return {
    async export() {
      const at = now()
      const { id } = transfers.begin(`showdesk-profile-${at.slice(0, 10)}.jsonl`)
      try {
        const leftOut = (what: string) => log.write('warn', "Left out of the profile file: it can't be read.", { what })
        await writeProfileFile(
          transfers.path(id),
          { app: version, createdAt: at },
          recordsOf(database, redactor, leftOut),
        )
        return transfers.finish(id)
      } catch (error) {
        transfers.end(id)
        throw storageError(error, 'file')
      }
    },

    async preview(transfer, reading) {
      const summary = createSummary()
      await readInto(transfers.path(transfer), createImporter({ database, masked, summary, kinds: careKinds }), reading)
      return summary.preview()
    },

    async import(transfer, kinds, reading) {
      if (importing)
        throw new DeskError('conflict', 'Another import is under way.', { facts: { reason: 'import_under_way' } })
      importing = true
      try {
        return await importFile(transfers.path(transfer), kinds, reading)
      } finally {
        importing = false
      }
    },
  }
}

export const changesAnything = ({ kinds }: ChangePreview): boolean =>
  Object.values(kinds).some(({ added, changed }) => added + changed > 0)
