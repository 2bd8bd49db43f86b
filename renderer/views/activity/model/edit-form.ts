import type { Intent } from '#contract/models.ts'
import { draftAddress, hasStudio } from '#writing/draft/draft-address.ts'
import type { Work } from '#kit/stores/open-requests.ts'

/** The studio view in which a queued intent is edited; undefined where its request itself is edited. */
export function studioOf({ operation, draft }: Intent): ReturnType<typeof draftAddress> | undefined {
  return draft !== undefined && hasStudio(operation) ? draftAddress({ operation, id: draft.id }) : undefined
}

/** What was written, as lines to copy. */
export const copyOf = ({ path, query, text }: Work): string =>
  [
    ...Object.entries(path).map(([name, value]) => `${name}: ${value}`),
    ...query.map(({ name, value }) => `${name}: ${value}`),
    text,
  ]
    .filter(Boolean)
    .join('\n')
