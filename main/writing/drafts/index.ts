import { openStates } from '#contract/models.ts'
import { randomUUID } from 'node:crypto'
import { defined } from '#contract/defined.ts'
import type { Draft, DraftContent } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import { longestFile } from '#contract/methods/method.ts'
import type { AtRest } from '../../core/keychain/at-rest.ts'
import type { ValueRedactor } from '../../core/keychain/redact.ts'
import type { Vault } from '../../core/keychain/types.ts'
import type { Ledger } from '../../platform/ledger/types.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import { createKeyedQueue } from '../revisions/keyed-queue.ts'
import { createRecords } from '../revisions/records.ts'
import type { Saved } from '../revisions/save.ts'
import { contentFrom, contentOf, textOf, writingOperation } from './content.ts'
import { exportFile, tooLargeToExport } from './files/export.ts'
import { readFile } from './files/format.ts'
import { importFile, type ReadDrafts } from './files/import.ts'
import { hitsOf } from './hits.ts'
import { listByRank, listByTime } from './list.ts'
import { createSearchIndex } from './search-index.ts'
import { createDraftSecrets } from './secrets.ts'
import { createSending } from './sending.ts'
import { createTables, draftKind, type Head } from './tables.ts'
import type { Drafts } from './types.ts'
import { createViews } from './views.ts'
import { queryOf } from './search-terms.ts'

export type { Drafts } from './types.ts'

interface DraftsParts {
  database: ProfileDatabase
  vault: Vault
  redactor: ValueRedactor
  atRest: AtRest
  ledger: Ledger
  operations: ReadonlyMap<string, Operation>
  clock: Clock
  log: Log
  /** Without it a file is read in this thread. */
  readFile?: ReadDrafts
}

const mostSends = 10_000
/** More than a draft can have. */
const mostRevisions = 1_000_000

export function createDrafts(parts: DraftsParts): Drafts {
  const { database, ledger, operations, clock, log } = parts
  const tables = createTables(database)
  const secrets = createDraftSecrets(parts)
  const views = createViews({ tables, ledger, clock })
  const index = createSearchIndex({ database, tables, clean: (text) => parts.redactor.restedText(text), clock, log })
  const withBody = (content: DraftContent, body: DraftContent['body']): DraftContent =>
    body === content.body ? content : { ...content, body }
  const records = createRecords({
    ...{ what: 'draft', database, clock, log, kind: draftKind, tables, secrets },
    saving: {
      clean: (content) => secrets.clean(content, writingOperation(operations, content.operation)),
      reuse: async (id, content, earlier) => withBody(content, await secrets.reuse(id, content.body, earlier.body)),
      take: async (id, content) =>
        withBody(content, await secrets.take(id, content.body, writingOperation(operations, content.operation))),
    },
    open: (id) =>
      ledger.list({ draft: id, state: [...openStates], limit: 1 }).items.length === 0
        ? undefined
        : new DeskError('invalid_state', 'A sending of this draft is not settled yet.', {
            facts: { reason: 'sending_not_settled' },
          }),
    kept: (id) => new Set(ledger.sends(id, mostRevisions).map(({ revision }) => revision)),
    // A deleted draft that comes back must not take its old sendings for those of new revisions.
    firstRevision: (id) => 1 + Math.max(0, ...ledger.sends(id, mostSends).map(({ revision }) => revision)),
    onSaved: ({ place }) => index.touched(place),
    onPurged: (id) => views.removed(id),
  })
  const { find, forget, turns } = records
  const sending = createSending({
    tables,
    ledger,
    operations,
    turns: createKeyedQueue(),
    save: records.save,
    find,
  })

  const answer = ({ head, content, changed, leftOut }: Saved<DraftContent, Head>): Draft => {
    const draft = changed ? views.changed(head, content) : views.draft(head, content)
    return leftOut.length === 0 ? draft : { ...draft, leftOut }
  }

  return {
    ...sending,
    async list(filter) {
      const query = queryOf(filter.query ?? '')
      if (query !== undefined) index.catchUp()
      const { heads, next } =
        query === undefined ? listByTime(database, filter) : await listByRank(database, filter, query)
      const items = views.heads(heads)
      const found =
        query && heads.map(({ place, revision }) => hitsOf(contentFrom(tables.text(place, revision) ?? '{}'), query))
      return {
        items: found === undefined ? items : items.map((item, at) => ({ ...item, hits: found[at] ?? [] })),
        ...(next !== undefined && { next }),
      }
    },
    get(id, revision) {
      const { head, content } = revision === undefined ? find(id) : records.at(id, revision)
      return views.draft(head, content)
    },
    async save({ keepAsText, ...input }, by) {
      const content = contentOf(input)
      if (keepAsText !== undefined) await secrets.keepAsText(content, keepAsText)
      return answer(await records.save({ id: input.id ?? randomUUID(), base: input.baseRevision, content, by }))
    },
    link(id, links) {
      parts.atRest.refuse(links, 'links')
      const { head, content } = find(id)
      const merged = Object.entries({ ...head.links, ...links }).filter(
        (link): link is [string, string] => link[1] !== null,
      )
      forget(id)
      return views.changed(tables.link(head, Object.fromEntries(merged)), content)
    },
    async remove(id, forever, by) {
      if (forever) return records.purge(id)
      const binned = records.bin(id, by)
      if (binned !== undefined) views.changed(binned.head, binned.content)
    },
    restore(id) {
      const { head, content, changed } = records.restore(id)
      return changed ? views.changed(head, content) : views.draft(head, content)
    },
    revisions(input, own) {
      const sends = Map.groupBy(ledger.sends(input.id, mostSends), ({ revision }) => revision)
      return records.history(input, own, ({ revision, bytes }) => ({ bytes, sent: sends.get(revision) ?? [] }))
    },
    revert: async (input, by) => answer(await records.revert(input, by)),
    duplicate: async (id, title, by) => answer(await records.copy(id, defined({ title }), by)),
    has: records.has,
    async import(text, grant, reading) {
      const heads = await importFile(
        {
          ...{ tables, secrets, operations, turns, firstRevision: records.firstRevision, onSaved: records.onSaved },
          transaction: (run) => database.transaction(run),
          read: parts.readFile ?? readFile,
        },
        text,
        grant,
        reading,
      )
      return views.announce(heads)
    },
    async export({ ids, format }) {
      let left = longestFile
      const chosen = ids.map((id) => {
        const { head, content, length } = find(id)
        left -= length
        if (left < 0) throw tooLargeToExport()
        return views.draft(head, content)
      })
      return await exportFile(chosen, format)
    },
    async withoutSecrets({ id, content: text }) {
      const content = contentFrom(text)
      const operation = operations.get(content.operation)
      if (operation === undefined) return text
      const body = await secrets.move(id, secrets.clean(content, operation).content.body, operation)
      return body === content.body ? text : textOf({ ...content, body })
    },
    writing: () => turns.busy(),
    refresh() {
      forget()
      views.refresh()
      index.refresh()
    },
    start() {
      index.start()
      records.start()
    },
    stop() {
      index.stop()
      records.stop()
      views.stop()
    },
    onChange: (listener) => views.onChange(listener),
  }
}
