// Import and export of rundowns.
import { cutText } from '#contract/cut-text.ts'
import { randomUUID } from 'node:crypto'
import type { BridgeParams } from '#contract/bridge.ts'
import { defined } from '#contract/defined.ts'
import type { ExportedFile } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import { isObject, type Json } from '#contract/json.ts'
import {
  rundownContentSchema,
  type Cue,
  type Rundown,
  type RundownContent,
  type RundownImportPreview,
} from '#contract/air/rundown.ts'
import { refuseTooDeep } from '../../core/json/depth.ts'
import { withBodies, withoutReferences } from './content.ts'
import type { Reading } from '../../core/types.ts'
import { csvOf, lookAtCsv, placed, type ReadFile } from './csv.ts'
import type { RundownStore } from './store.ts'

const format = 'showdesk-rundown'
const longestJson = 8_000_000

/** Reads the text of a file, in whatever thread. */
export interface RundownReader {
  csv(text: string, map: Map, into: readonly Cue[], reading?: Reading): Promise<ReadFile>
  content(text: string, reading?: Reading): Promise<RundownContent>
}
type Map = Parameters<typeof lookAtCsv>[1]

/** In this thread. */
export const readHere: RundownReader = { csv: lookAtCsv, content: contentFrom }

export function createFiles(store: Pick<RundownStore, 'get' | 'save'>, read: RundownReader = readHere) {
  return {
    async preview(
      { text, map, id }: BridgeParams<'rundown.importPreview'>,
      reading?: Reading,
    ): Promise<RundownImportPreview> {
      return (await read.csv(text, map, id === undefined ? [] : store.get(id).cues, reading)).preview
    },
    async import(
      { text, map, id, baseRevision, title, environment }: BridgeParams<'rundown.import'>,
      by?: string,
      reading?: Reading,
    ): Promise<Rundown> {
      if (id === undefined && text.trimStart().startsWith('{'))
        return store.save(
          { ...(await read.content(text, reading)), id: randomUUID(), environment, ...defined({ title }) },
          by,
        )
      const into = id === undefined ? undefined : store.get(id)
      const { cues } = placed(await read.csv(text, map, into?.cues ?? [], reading))
      if (into === undefined)
        return store.save({ id: randomUUID(), title: title ?? '', environment, template: false, cues }, by)
      return store.save(
        {
          ...{ id: into.id, baseRevision: baseRevision ?? into.revision, title: title ?? into.title },
          ...{ environment: into.environment, template: into.template, cues },
        },
        by,
      )
    },
    async export({ id, format: as, sheet }: BridgeParams<'rundown.export'>): Promise<ExportedFile> {
      const { title, environment, template, cues } = store.get(id)
      const plain = title.replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '')
      const name = `${cutText(plain, 100) || 'rundown'}.${as}`
      if (as === 'csv') return { name, type: 'text/csv;charset=utf-8', text: await csvOf(cues, sheet) }
      const content = await withBodies({ title, environment, template, cues }, (body) => withoutReferences(body))
      return {
        name,
        type: 'application/json',
        text: `${JSON.stringify({ format, version: 1, rundown: content }, null, 2)}\n`,
      }
    },
  }
}

/** Throws `invalid_input` with the place. References in a file lead nowhere here. */
async function contentFrom(text: string): Promise<RundownContent> {
  if (text.length > longestJson)
    throw new DeskError('too_large', 'The file is too large.', {
      facts: { reason: 'file_too_large', mostBytes: longestJson },
    })
  let file: Json
  try {
    file = JSON.parse(text.replace(/^\ufeff/, '')) as Json
  } catch {
    throw notUnderstood()
  }
  refuseTooDeep(file, 'text')
  if (!isObject(file) || file.format !== format || file.version !== 1) throw notUnderstood()
  const parsed = rundownContentSchema().safeParse(file.rundown)
  if (!parsed.success) throw notUnderstood(parsed.error.issues[0]?.path.join('.'))
  return withBodies(parsed.data, (body) => withoutReferences(body))
}

const notUnderstood = (place = ''): DeskError =>
  new DeskError('invalid_input', 'The file is no rundown of a desk.', {
    facts: { reason: 'file_not_understood', ...(place !== '' && { field: place }) },
  })
