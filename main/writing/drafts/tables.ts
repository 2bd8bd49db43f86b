// The tables of drafts. Every function is synchronous, so that a transaction can combine them.
import type { DraftContent } from '#contract/draft.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { holdsReference } from '../../platform/ledger/identity.ts'
import { baseFrom, createTables as createRevisionTables } from '../revisions/tables.ts'
import type { BaseHead, Kind } from '../revisions/types.ts'
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'
import { contentFrom, textOf } from './content.ts'

export interface Head extends BaseHead {
  operation: string
  environment?: EnvironmentId
  title: string
  tags: string[]
  links: Record<string, string>
}

export const headFrom = (row: Record<string, SqlValue>): Head => ({
  ...baseFrom(row),
  operation: String(row.operation),
  ...(typeof row.environment === 'string' && { environment: row.environment as EnvironmentId }),
  title: String(row.title),
  tags: JSON.parse(String(row.tags)) as string[],
  links: JSON.parse(String(row.links)) as Record<string, string>,
})

export const draftKind: Kind<DraftContent, Head> = {
  tables: { heads: 'drafts', saves: 'draft_saves', revisions: 'draft_revisions', search: 'draft_search' },
  columns: ['operation', 'environment', 'title', 'tags'],
  values: ({ operation, environment, title, tags }) => [operation, environment ?? null, title, JSON.stringify(tags)],
  initial: { indexed: 0, links: '{}' },
  headFrom,
  titleOf: ({ title }) => title,
  textOf,
  contentFrom,
  holdsReference: ({ body }) => holdsReference(body),
}

export function createTables(database: ProfileDatabase) {
  const setLinks = database.statement('UPDATE drafts SET links = ? WHERE place = ?')
  return {
    ...createRevisionTables(database, draftKind),
    link(head: Head, links: Record<string, string>): Head {
      setLinks.run(JSON.stringify(links), head.place)
      return { ...head, links }
    },
  }
}

export type Tables = ReturnType<typeof createTables>
