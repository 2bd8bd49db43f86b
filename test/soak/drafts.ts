// The drafts of a walk: what the desk has answered of each is kept beside it, and held against what it still has after a crash or a stop.
import { randomUUID } from 'node:crypto'
import type { Draft } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import type { DeskConnection } from '../support/desk.ts'
import type { Place } from './invariants.ts'

export interface Written {
  id: string
  operation: string
  environment: Place
  /** What the desk has answered last. */
  revision: number
  mark: string
  removed: boolean
  /** What was asked for and not answered yet: it may have happened or not. */
  asked?: { mark?: string; removed?: boolean } | undefined
}

/** Nothing of this draft has been answered yet. */
export const newDraft = (operation: string, environment: Place): Written => ({
  id: randomUUID(),
  operation,
  environment,
  revision: 0,
  mark: '',
  removed: false,
})

function take(draft: Written, { revision, body, removedAt }: Draft): void {
  Object.assign(draft, {
    revision,
    mark: (body as { title: string }).title,
    removed: removedAt !== undefined,
    asked: undefined,
  })
}

/** A refusal changes nothing; without an answer it stays open what became of it. */
async function ask(draft: Written, asked: NonNullable<Written['asked']>, call: () => Promise<Draft>): Promise<void> {
  draft.asked = asked
  try {
    take(draft, await call())
  } catch (error) {
    if (error instanceof DeskError) draft.asked = undefined
    throw error
  }
}

/** Saves a new revision, with a secret in its notes, which must be left out. */
export function saveDraft(draft: Written, by: DeskConnection, body: { title: string }, secret: string): Promise<void> {
  const { id, operation, environment, revision } = draft
  const content = { operation, title: body.title, body, environment, notes: `The key is ${secret}.` }
  return ask(draft, { mark: body.title }, () =>
    by.call('drafts.save', { id, ...(revision > 0 && { baseRevision: revision }), ...content }),
  )
}

export function discardDraft(draft: Written, by: DeskConnection): Promise<void> {
  return ask(draft, { removed: true }, async () => {
    await by.call('drafts.remove', { id: draft.id })
    return await by.call('drafts.get', { id: draft.id })
  })
}

export const restoreDraft = (draft: Written, by: DeskConnection): Promise<void> =>
  ask(draft, { removed: false }, () => by.call('drafts.restore', { id: draft.id }))

/** What is missing or wrong of the drafts in a desk that has started again; what it has is taken over. */
export async function lostDrafts(
  drafts: readonly Written[],
  by: DeskConnection,
  secrets: readonly string[],
): Promise<string[]> {
  const troubles: string[] = []
  for (const draft of drafts) {
    const { id, revision, mark, removed, asked } = draft
    const now = await by.call('drafts.get', { id }).catch((error: unknown) => String(error))
    if (typeof now === 'string') {
      if (revision > 0) troubles.push(`Draft ${id} is gone: ${now}`)
      draft.asked = undefined
      continue
    }
    const { title } = now.body as { title: string }
    const isSame = now.revision === revision && title === mark
    const isNext = asked?.mark !== undefined && now.revision === revision + 1 && title === asked.mark
    if (!isSame && !isNext)
      troubles.push(
        `Draft ${id} was revision ${revision} (${mark}), asked ${JSON.stringify(asked)}, and is ${now.revision} (${title})`,
      )
    if ((now.removedAt !== undefined) !== removed && asked?.removed === undefined)
      troubles.push(`Draft ${id} was ${removed ? 'in the bin' : 'there'} and is not any more`)
    if (secrets.some((secret) => JSON.stringify(now).includes(secret))) troubles.push(`Draft ${id} holds a secret`)
    take(draft, now)
  }
  return troubles
}
