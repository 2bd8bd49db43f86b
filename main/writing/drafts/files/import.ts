// Imports all drafts of a file or none: checks each one, moves secrets to the keychain, then writes in one commit.
import { randomUUID } from 'node:crypto'
import type { DraftContent } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Operation } from '../../../platform/catalog/entry.ts'
import type { Reading } from '../../../core/types.ts'
import { contentFrom, contentOf, textOf, writingOperation } from '../content.ts'
import type { KeyedQueue } from '../../revisions/keyed-queue.ts'
import type { DraftSecrets } from '../secrets.ts'
import type { Head, Tables } from '../tables.ts'
import { refused, withoutSecrets, type FiledDraft } from './format.ts'

interface ImportParts {
  tables: Tables
  secrets: DraftSecrets
  operations: ReadonlyMap<string, Operation>
  turns: KeyedQueue
  transaction: <T>(run: () => T) => T
  firstRevision: (id: string) => number
  onSaved: (head: Head) => void
  read: ReadDrafts
}

/** The drafts of a file's text. Throws `invalid_input` with the place, `cancelled`. */
export type ReadDrafts = (text: string, reading?: Reading) => FiledDraft[] | Promise<FiledDraft[]>

interface Taken {
  filed: FiledDraft
  content: DraftContent
  operation: Operation
}

/**
 * Drafts that are there already with the same content stay. Throws `invalid_input`, `keychain_*`,
 * `storage_*`, `cancelled`, and `forbidden` where one is for another environment than the grant's.
 */
export async function importFile(
  parts: ImportParts,
  text: string,
  grant?: { name: string; environment: EnvironmentId },
  reading?: Reading,
): Promise<Head[]> {
  const { tables, secrets, turns, transaction } = parts
  const all = (await parts.read(text, reading)).map((filed, place) => check(parts, filed, place))
  const only = grant?.environment
  if (only !== undefined && all.some(({ content }) => (content.environment ?? only) !== only))
    throw new DeskError('forbidden', 'A draft of this file is for another environment.', {
      facts: { reason: 'grant_environment', environment: only },
    })
  return turns.all(
    all.map(({ filed }) => filed.id),
    async () => {
      const seen = new Set<string>()
      const made: string[] = []
      const plans: Array<{ head: Head } | { id: string; taken: Taken }> = []
      try {
        for (const taken of all) {
          reading?.signal.throwIfAborted()
          const { id } = taken.filed
          const there = tables.find(id)
          if (there !== undefined && filedText(tables.text(there.place, there.revision)) === textOf(taken.content))
            plans.push({ head: there })
          else {
            const free = there === undefined && !seen.has(id) ? id : randomUUID()
            seen.add(id)
            made.push(free)
            const body = await secrets.take(free, taken.content.body, taken.operation)
            plans.push({ id: free, taken: { ...taken, content: { ...taken.content, body } } })
          }
        }
        reading?.signal.throwIfAborted()
        return transaction(() =>
          plans.map((plan) => {
            if ('head' in plan) return plan.head
            const { filed, content } = plan.taken
            const head = tables.insert(
              plan.id,
              parts.firstRevision(plan.id),
              { content, text: textOf(content), at: filed.updatedAt, by: grant?.name },
              filed.createdAt,
            )
            parts.onSaved(head)
            return head
          }),
        )
      } catch (error) {
        for (const id of made) await secrets.removeAll(id)
        throw error
      }
    },
  )
}

function filedText(text: string | undefined): string | undefined {
  if (!text?.includes('"$secret"')) return text
  const content = contentFrom(text)
  return textOf({ ...content, body: withoutSecrets(content.body) })
}

/** Throws `invalid_input` with the place of the draft. */
function check({ operations, secrets }: ImportParts, filed: FiledDraft, place: number): Taken {
  const content = contentOf(filed)
  try {
    const operation = writingOperation(operations, content.operation)
    return { filed, content: secrets.clean(content, operation).content, operation }
  } catch (error) {
    const field = error instanceof DeskError ? error.details.fields?.[0] : undefined
    if (field === undefined) throw error
    throw refused(
      `Draft ${place + 1} of this file can't be taken: ${field.path}.`,
      { reason: 'draft_not_taken', draft: place + 1 },
      { ...field, path: `drafts.${place}.${field.path}` },
    )
  }
}
