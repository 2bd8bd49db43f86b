// Drafts in memory for screens under test: revisions, conflicts, the bin, a search with hits. What is on disk is tested with the real store.
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import type { Draft, DraftContent, DraftHead, DraftHit, DraftSend } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import { contentOf, sameJson } from '../../../renderer/writing/draft/draft-content.ts'
import type { Push } from './sample-backend.ts'

interface Kept {
  id: string
  createdAt: string
  removedAt?: string
  links: Record<string, string>
  sends: DraftSend[]
  /** Oldest first. */
  revisions: Array<{ revision: number; at: string; content: DraftContent; of?: number }>
}
type DraftMethod = Extract<BridgeMethod, `drafts.${string}`>
type DraftHandlers = { [M in DraftMethod]: (input: BridgeInput<M>) => BridgeOutput<M> }

export interface SampleDrafts {
  handlers: DraftHandlers
  drafts: Map<string, Kept>
  /** A save as another window makes it. */
  saveElsewhere: (id: string, change: Partial<DraftContent>) => Draft
}

const start = Date.UTC(2026, 10, 21, 19, 14, 5)
const day = 86_400_000
const html = (line: string): string =>
  `<table>\n  <tr>\n    <td>Hello {{name}}</td>\n  </tr>\n  <tr>\n    <td>${line}</td>\n  </tr>\n  <tr>\n    <td><a href="https://example.org/night-show">Watch it</a></td>\n  </tr>\n</table>\n`

function content(operation: string, title: string, body: Json, rest: Partial<DraftContent> = {}): DraftContent {
  return { operation, title, path: {}, query: {}, body, notes: '', tags: [], extra: {}, base: null, ...rest }
}

/** A few drafts of several operations; number `0` has a history and was sent. */
function firstDrafts(size: number): Kept[] {
  const kept: Kept[] = [
    {
      id: 'draft-refund',
      createdAt: new Date(start - 2 * day).toISOString(),
      links: {},
      sends: [
        {
          revision: 3,
          intent: 'intent-2',
          operation: 'POST /api/payment/refund/create',
          state: 'confirmed',
          environment: 'rehearsal',
          at: new Date(start - 3_600_000).toISOString(),
          requestId: 'req_7002',
        },
      ],
      revisions: [
        content('POST /api/payment/refund/create', 'Refund', { chargeId: 'ch_1' }),
        content('POST /api/payment/refund/create', 'Refund for the late doors', {
          chargeId: 'ch_1',
          amount: 1200,
          currency: 'EUR',
        }),
        content(
          'POST /api/payment/refund/create',
          'Refund for the late doors',
          { chargeId: 'ch_1', amount: 1200, currency: 'EUR', reason: 'The doors opened 40 minutes late.' },
          { tags: ['night show', 'refunds'] },
        ),
        content(
          'POST /api/payment/refund/create',
          'Refund for the late doors',
          {
            chargeId: 'ch_1',
            amount: 900,
            currency: 'EUR',
            reason: 'The doors opened 40 minutes late.\nHalf of the ticket goes back.',
            lines: [{ item: 'Ticket', amount: 900 }],
          },
          { tags: ['night show', 'refunds'], notes: 'Ask the door crew for the exact time.' },
        ),
      ].map((each, index) => ({
        revision: index + 1,
        at: new Date(start - (4 - index) * 1_900_000).toISOString(),
        content: each,
      })),
    },
    ...[
      content(
        'POST /api/marketing/template/create',
        'Night show, invitation',
        {
          subject: 'Tonight at eight',
          htmlContent: html('Doors open at half past seven.'),
          textContent: 'Doors open at half past seven.',
        },
        { tags: ['night show'] },
      ),
      content(
        'PUT /api/video/event/update',
        'Night show',
        { details: { title: 'Night show', tags: 'music,live' } },
        { tags: ['night show', 'live', 'music'], environment: 'rehearsal' as const },
      ),
      content('POST /api/polls/vote/cast', '', { pollId: 'poll_1', choice: 2 }),
      content('DELETE /api/ads/attribution/delete/{attributionId}', 'Drop the old attribution', null, {
        path: { attributionId: 'attr_17' },
        query: { reason: 'expired', notify: true },
      }),
    ].map((each, index): Kept => ({
      id: `draft-${index + 1}`,
      createdAt: new Date(start - index * day).toISOString(),
      links: {},
      sends: [],
      revisions: [{ revision: 1, at: new Date(start - (index + 2) * 3_700_000).toISOString(), content: each }],
    })),
    {
      id: 'draft-binned',
      createdAt: new Date(start - 9 * day).toISOString(),
      removedAt: new Date(start - day).toISOString(),
      links: {},
      sends: [],
      revisions: [
        {
          revision: 1,
          at: new Date(start - 9 * day).toISOString(),
          content: content(
            'POST /api/payment/link/create',
            'Old payment link',
            { amount: 500, currency: 'EUR' },
            { notes: 'Made for the spring show.' },
          ),
        },
      ],
    },
  ]
  for (let index = kept.length; index < size; index++)
    kept.push({
      id: `draft-many-${index}`,
      createdAt: new Date(start - index * day).toISOString(),
      links: {},
      sends: [],
      revisions: [
        {
          revision: 1,
          at: new Date(start - index * 7_200_000).toISOString(),
          content: content('POST /api/payment/link/create', `Payment link ${index}`, { amount: index * 100 }),
        },
      ],
    })
  return kept
}

/** The methods of the draft store, `size` drafts to begin with (0 for none). */
export function createSampleDrafts(push: Push, size: number): SampleDrafts {
  const drafts = new Map((size === 0 ? [] : firstDrafts(size)).map((kept) => [kept.id, kept]))

  const find = (id: string): Kept => {
    const kept = drafts.get(id)
    if (kept === undefined) throw new DeskError('not_found_here', 'There is no such draft.')
    return kept
  }
  const newest = (kept: Kept): Kept['revisions'][number] => {
    const last = kept.revisions.at(-1)
    if (last === undefined) throw new DeskError('internal', 'A draft without a revision.')
    return last
  }
  const shown = (kept: Kept, revision?: number): Draft => {
    const at = revision === undefined ? newest(kept) : kept.revisions.find((each) => each.revision === revision)
    if (at === undefined) throw new DeskError('not_found_here', 'This revision is not kept any more.')
    const { id, createdAt, removedAt, links, sends } = kept
    return {
      ...at.content,
      id,
      revision: at.revision,
      createdAt,
      updatedAt: at.at,
      ...(removedAt === undefined ? {} : { removedAt }),
      links,
      sends,
      ...(sends[0]?.reason === 'copy_changed' && { conflict: 'open' as const }),
    }
  }
  const head = (kept: Kept): DraftHead => {
    const { operation, title, tags, environment, id, revision, createdAt, updatedAt, removedAt, sends } = shown(kept)
    const sent = sends[0]
    return {
      id,
      operation,
      title,
      tags,
      ...(environment === undefined ? {} : { environment }),
      revision,
      bytes: JSON.stringify(newest(kept).content).length,
      createdAt,
      updatedAt,
      ...(removedAt === undefined ? {} : { removedAt }),
      ...(sent === undefined ? {} : { sent }),
    }
  }
  const tell = (kept: Kept): Draft => {
    push('drafts.changed', { draft: head(kept) })
    return shown(kept)
  }
  const add = (kept: Kept, made: DraftContent, of?: number): Draft => {
    kept.revisions.push({
      revision: newest(kept).revision + 1,
      at: new Date().toISOString(),
      content: made,
      ...(of === undefined ? {} : { of }),
    })
    return tell(kept)
  }
  const checkBase = (kept: Kept, baseRevision: number | undefined): void => {
    if (baseRevision !== newest(kept).revision)
      throw new DeskError('conflict', `The newest revision is ${newest(kept).revision}.`)
  }
  const hitsOf = (kept: Kept, words: string[]): DraftHit[] => {
    const { title, tags, notes, body } = newest(kept).content
    const places = { title, tags: tags.join(', '), notes, body: typeof body === 'string' ? body : JSON.stringify(body) }
    return Object.entries(places).flatMap(([field, whole]): DraftHit[] => {
      const found = words.map((word) => whole.toLowerCase().indexOf(word)).filter((at) => at >= 0)
      if (found.length === 0) return []
      const from = field === 'title' ? 0 : Math.max(0, Math.min(...found) - 12)
      const text = whole.slice(from, from + 90)
      const ranges = words.flatMap((word): Array<[number, number]> => {
        const at = text.toLowerCase().indexOf(word)
        return at < 0 ? [] : [[at, at + word.length]]
      })
      return [{ field: field as DraftHit['field'], text, ranges }]
    })
  }

  const handlers: DraftHandlers = {
    'drafts.list': ({ query, operation, tag, removed = false, limit, before }) => {
      const words = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean)
      const fitting = [...drafts.values()]
        .filter((kept) => (kept.removedAt !== undefined) === removed)
        .map((kept) => ({ ...head(kept), ...(words.length === 0 ? {} : { hits: hitsOf(kept, words) }) }))
        .filter(
          (item) =>
            words.length === 0 ||
            words.every((word) => (item.hits ?? []).some(({ text }) => text.toLowerCase().includes(word))),
        )
        .filter(
          (item) =>
            (operation === undefined || [operation].flat().includes(item.operation)) &&
            (tag === undefined || item.tags.includes(tag)),
        )
        .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
      const from = before === undefined ? 0 : fitting.findIndex(({ id }) => id === before) + 1
      const items = fitting.slice(from, from + limit)
      const last = items.at(-1)
      return { items, ...(last !== undefined && from + limit < fitting.length ? { next: last.id } : {}) }
    },
    'drafts.get': ({ id, revision }) => shown(find(id), revision),
    'drafts.save': ({ id = `draft-new-${drafts.size}`, baseRevision, ...input }) => {
      const made = contentOf({
        path: {},
        query: {},
        notes: '',
        tags: [],
        extra: {},
        ...input,
        body: input.body ?? null,
        base: input.base ?? null,
      } as DraftContent)
      const kept = drafts.get(id)
      if (kept === undefined) {
        const at = new Date().toISOString()
        const fresh: Kept = { id, createdAt: at, links: {}, sends: [], revisions: [{ revision: 1, at, content: made }] }
        drafts.set(id, fresh)
        return tell(fresh)
      }
      if (sameJson(newest(kept).content, made)) return shown(kept)
      checkBase(kept, baseRevision)
      return add(kept, made)
    },
    'drafts.link': ({ id, links }) => {
      const kept = find(id)
      kept.links = Object.fromEntries(
        Object.entries({ ...kept.links, ...links }).filter((entry): entry is [string, string] => entry[1] !== null),
      )
      return tell(kept)
    },
    'drafts.remove': ({ id, forever = false }) => {
      const kept = find(id)
      if (forever) {
        drafts.delete(id)
        push('drafts.changed', { removed: id })
      } else {
        kept.removedAt = new Date().toISOString()
        tell(kept)
      }
      return {}
    },
    'drafts.restore': ({ id }) => {
      const kept = find(id)
      delete kept.removedAt
      return tell(kept)
    },
    'drafts.revisions': ({ id, limit, before }) => {
      const kept = find(id)
      const older = kept.revisions.filter(({ revision }) => before === undefined || revision < before).reverse()
      const items = older.slice(0, limit).map(({ revision, at, content: made, of }) => ({
        revision,
        at,
        title: made.title,
        bytes: JSON.stringify(made).length,
        ...(of === undefined ? {} : { of }),
        sent: kept.sends.filter((send) => send.revision === revision),
      }))
      const last = items.at(-1)
      return { items, ...(last !== undefined && older.length > limit ? { next: last.revision } : {}) }
    },
    'drafts.revert': ({ id, revision, baseRevision }) => {
      const kept = find(id)
      checkBase(kept, baseRevision)
      const back = contentOf(shown(kept, revision))
      return sameJson(back, newest(kept).content) ? shown(kept) : add(kept, back, revision)
    },
    'drafts.duplicate': ({ id, title }) => {
      const at = new Date().toISOString()
      const source = contentOf(shown(find(id)))
      const copy: Kept = {
        id: `draft-copy-${drafts.size}`,
        createdAt: at,
        links: {},
        sends: [],
        revisions: [{ revision: 1, at, content: { ...source, title: title ?? source.title } }],
      }
      drafts.set(copy.id, copy)
      return tell(copy)
    },
    'drafts.submit': ({ id, revision }) => {
      const kept = find(id)
      const draft = shown(kept, revision)
      const at = new Date().toISOString()
      kept.sends = [
        {
          revision: draft.revision,
          intent: `intent-${kept.sends.length}`,
          operation: draft.operation,
          state: 'queued',
          environment: 'rehearsal',
          at,
        },
        ...kept.sends,
      ]
      tell(kept)
      return {
        id: `intent-${kept.sends.length - 1}`,
        reference: 'sd-1',
        operation: draft.operation,
        state: 'queued',
        environment: 'rehearsal',
        product: 'Payments',
        risk: 'edit',
        request: {},
        attempts: 0,
        createdAt: at,
        draft: { id, revision: draft.revision },
        evidence: [],
      } satisfies Intent
    },
    'drafts.import': ({ text }) => {
      if (!text.trimStart().startsWith('{'))
        throw new DeskError('invalid_input', 'This is no file of drafts.', {
          fields: [{ path: 'line 1, column 1', message: 'An object was expected.' }],
        })
      const at = new Date().toISOString()
      const fresh: Kept = {
        id: `draft-import-${drafts.size}`,
        createdAt: at,
        links: {},
        sends: [],
        revisions: [
          { revision: 1, at, content: content('POST /api/payment/link/create', 'Imported link', { amount: 1 }) },
        ],
      }
      drafts.set(fresh.id, fresh)
      tell(fresh)
      return { drafts: [head(fresh)] }
    },
    'drafts.export': ({ ids }) => ({
      name: 'drafts.json',
      type: 'application/json',
      text: JSON.stringify(ids.map((id) => contentOf(shown(find(id))))),
    }),
  }

  return { handlers, drafts, saveElsewhere: (id, change) => add(find(id), { ...newest(find(id)).content, ...change }) }
}
