// What the thread does with a file: it is read as main would read it, and what comes out is handed over.
import type { MessagePort } from 'node:worker_threads'
import { once } from 'node:events'
import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { Cue, CueField } from '#contract/air/rundown.ts'
import { createRedactor } from '../../core/keychain/redact.ts'

export type FileJob =
  | { kind: 'drafts' | 'rundown'; text: string }
  | { kind: 'csv'; text: string; map: ReadonlyArray<CueField | null> | undefined; into: readonly Cue[] }
  | { kind: 'taught' | 'profile'; path: string }

/** `secrets` are what no name may hold. */
export interface FileOrder {
  file: FileJob
  secrets?: readonly string[]
}

/** After a `part` the thread waits until it is asked for more. */
export interface Said {
  share?: number
  part?: unknown[]
  done?: { value: unknown }
  error?: DeskErrorShape
}

/** Characters of records that are handed over at once. */
const partLength = 256 * 1024

/** Never throws. */
export async function workOnFile({ file, secrets = [] }: FileOrder, port: MessagePort): Promise<void> {
  const say = (said: Said): void => port.postMessage(said)
  let told = 0
  const progress = (share: number): void => {
    if (share - told < 0.01) return
    told = share
    say({ share })
  }
  try {
    say({ done: { value: await read() } })
  } catch (error) {
    // A message of the engine could quote the file.
    const known =
      error instanceof DeskError
        ? error
        : new DeskError('invalid_input', 'This file could not be read.', {
            facts: { reason: 'file_not_readable', place: 'start' },
          })
    say({ error: known.toShape() })
  }

  // Each reader with its libraries only where it is needed.
  async function read(): Promise<unknown> {
    switch (file.kind) {
      case 'drafts':
        return (await import('../../writing/drafts/files/format.ts')).readFile(file.text)
      case 'rundown':
        return (await import('../../air/rundown/files.ts')).readHere.content(file.text)
      case 'csv':
        return (await import('../../air/rundown/csv.ts')).lookAtCsv(file.text, file.map, file.into)
      case 'taught': {
        const [{ readTaught }, { operations }] = await Promise.all([
          import('../../platform/learned/teach/read.ts'),
          import('../../platform/catalog/index.ts'),
        ])
        const redactor = createRedactor()
        for (const secret of secrets) redactor.learn(secret)
        return readTaught(file.path, { operations, holdsInName: (name) => redactor.holdsInName(name) })
      }
      case 'profile':
        return readProfile(file.path)
    }
  }

  async function readProfile(path: string): Promise<undefined> {
    const { readProfileFile } = await import('../../maintenance/profile-file/reader.ts')
    let part: unknown[] = []
    let length = 0
    const handOver = async (): Promise<void> => {
      say({ part })
      part = []
      length = 0
      await once(port, 'message')
    }
    for await (const numbered of readProfileFile(path, { progress })) {
      part.push(numbered)
      length += numbered.length
      if (length >= partLength) await handOver()
    }
    if (part.length > 0) await handOver()
    return undefined
  }
}
