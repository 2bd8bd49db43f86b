// Sends one revision of a draft as one intent. Sendings of one draft take turns until their intent is saved.
import { defined } from '#contract/defined.ts'
import { randomUUID } from 'node:crypto'
import type { Decision } from '#contract/command.ts'
import type { DraftContent, DraftSend } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import type { Intent, IntentState } from '#contract/models.ts'
import type { GivenDeed } from '../../platform/ledger/deeds.ts'
import type { Ledger } from '../../platform/ledger/types.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { KeyedQueue } from '../revisions/keyed-queue.ts'
import type { Save, Saved } from '../revisions/save.ts'
import type { Head, Tables } from './tables.ts'
import type { Drafts } from './types.ts'

/** How many of the newest sendings are searched. */
const lookBack = 200

export function createSending(parts: {
  tables: Tables
  ledger: Ledger
  operations: ReadonlyMap<string, Operation>
  turns: KeyedQueue
  save: (save: Save<DraftContent>) => Promise<Saved<DraftContent, Head>>
  find: (id: string, revision?: number) => { head: Head; content: DraftContent }
}): Pick<Drafts, 'submit' | 'edit'> {
  const { tables, ledger, operations, turns, save, find } = parts

  /** Lets the draft's next sending begin once the intent is saved, because the answer may take half a minute. */
  async function once(
    draft: { id: string; revision: number },
    send: () => Promise<Intent>,
  ): Promise<{ answer: Promise<Intent> }> {
    const { promise: written, resolve } = Promise.withResolvers<undefined>()
    const stop = ledger.onChange((intent) => {
      if (intent.draft?.id === draft.id && intent.draft.revision === draft.revision) resolve(undefined)
    })
    try {
      const answer = send()
      await Promise.race([
        written,
        answer.then(
          () => undefined,
          () => undefined,
        ),
      ])
      return { answer }
    } finally {
      stop()
    }
  }

  async function submit(
    id: string,
    wanted: number | undefined,
    decision: Decision | undefined,
    deed: GivenDeed,
  ): Promise<{ answer: Promise<Intent> }> {
    const { head, content } = find(id, wanted)
    if (head.removedAt !== undefined)
      throw new DeskError('invalid_state', 'This draft is in the bin.', { facts: { reason: 'draft_in_bin' } })
    const draft = { id, revision: wanted ?? head.revision }
    const sends = ledger.sends(id, lookBack)
    const before = sends.find(({ revision }) => revision === draft.revision)
    if (before !== undefined) refuseTwice(before.state)
    const { operation, path, query, body, environment, base } = content
    const origin = {
      draft,
      ...defined({ decision, environment, deed }),
      ...(base !== null && { expects: { base } }),
    }
    const queued = sends.find(({ state }) => state === 'queued')
    if (queued === undefined) return once(draft, () => ledger.submit({ operation, path, query, body }, origin))
    refuseOther(queued, content)
    return {
      answer: Promise.resolve(
        await ledger.edit(queued.intent, { path, query, body }, { ...origin, environment: queued.environment }),
      ),
    }
  }

  async function edit(intentId: string, request: Pick<DraftContent, 'path' | 'query' | 'body'>): Promise<Intent> {
    const intent = ledger.get(intentId)
    if (intent.state !== 'queued') {
      throw new DeskError('invalid_state', `This sending is ${intent.state} already.`, {
        facts: { reason: 'sending_left', state: intent.state },
      })
    }
    const known = intent.draft === undefined ? undefined : tables.find(intent.draft.id)
    const id = intent.draft?.id ?? randomUUID()
    if (known === undefined)
      await save({
        id,
        base: 'newest',
        content: contentOfIntent(intent, operations.get(intent.operation)?.name ?? intent.operation),
      })
    const { content } = find(id)
    const saved = await save({ id, base: 'newest', content: { ...content, operation: intent.operation, ...request } })
    const { path, query, body } = saved.content
    const draft = { id, revision: saved.head.revision }
    return ledger.edit(
      intentId,
      { path, query, body },
      { draft, environment: intent.environment, ...defined({ expects: intent.expects }) },
    )
  }

  return {
    async submit(id, revision, decision, deed) {
      const { answer } = await turns.run(id, () => submit(id, revision, decision, deed))
      return await answer
    },
    edit: (intent, request) => turns.run(ledger.get(intent).draft?.id ?? intent, () => edit(intent, request)),
  }
}

function refuseTwice(state: IntentState): void {
  if (state === 'rejected' || state === 'cancelled') return
  throw new DeskError('invalid_state', `This revision was sent before: ${state}.`, {
    facts: { reason: 'revision_sent', state },
  })
}

/** A queued intent may take another revision, but keeps its operation and environment. */
function refuseOther(queued: DraftSend, content: DraftContent): void {
  const same =
    queued.operation === content.operation &&
    (content.environment === undefined || content.environment === queued.environment)
  if (same) return
  throw new DeskError(
    'invalid_state',
    'An earlier revision of this draft, for another operation or environment, still waits.',
    { facts: { reason: 'earlier_revision_waits' } },
  )
}

function contentOfIntent({ operation, environment, request, expects }: Intent, title: string): DraftContent {
  return {
    operation,
    title,
    path: request.path ?? {},
    query: (request.query ?? {}) as DraftContent['query'],
    body: request.body ?? null,
    notes: '',
    tags: [],
    environment,
    extra: {},
    base: expects?.base ?? null,
  }
}
