import type { Environments } from '../desk/environments.ts'
import type { Limits } from '../live/limits.ts'
import type { HandlersOf } from './handlers.ts'

export function limitHandlers({
  limits,
  environments,
}: {
  limits: Limits
  environments: Pick<Environments, 'selected'>
}): HandlersOf<'limits'> {
  return { 'limits.list': () => ({ environment: environments.selected(), products: limits.list() }) }
}
