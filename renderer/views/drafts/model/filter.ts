import type { LocationQuery } from 'vue-router'
import type { DraftFilter } from '#writing/draft/useDraftList.ts'

export interface Filter {
  text: string
  operation: string
  tag: string
  bin: boolean
}

const textIn = (value: LocationQuery[string] | undefined): string => (typeof value === 'string' ? value : '')

export function filterOf(query: LocationQuery): Filter {
  return {
    text: textIn(query['q']),
    operation: textIn(query['operation']),
    tag: textIn(query['tag']),
    bin: query['bin'] === '1',
  }
}

/** The address's query for a filter and the open draft. */
export function queryOf({ text, operation, tag, bin }: Filter, id?: string): Record<string, string> {
  return {
    ...(text === '' ? {} : { q: text }),
    ...(operation === '' ? {} : { operation }),
    ...(tag === '' ? {} : { tag }),
    ...(bin ? { bin: '1' } : {}),
    ...(id === undefined ? {} : { id }),
  }
}

export function listFilter({ text, operation, tag, bin }: Filter): DraftFilter {
  return { query: text, removed: bin, ...(operation === '' ? {} : { operation }), ...(tag === '' ? {} : { tag }) }
}
