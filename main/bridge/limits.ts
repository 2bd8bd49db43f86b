import type { HandlersOf, Services } from './handlers.ts'

export function limitHandlers({ limits, environments }: Services): HandlersOf<'limits'> {
  return { 'limits.list': () => ({ environment: environments.selected(), products: limits.list() }) }
}
