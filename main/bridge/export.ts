import { describeOperations } from '../platform/catalog/index.ts'
import { exportCatalog } from '../platform/export/index.ts'
import { schemeOf } from '../core/profile/settings.ts'
import type { HandlersOf, Services } from './handlers.ts'

export function exportHandlers({
  version,
  settings,
  environments,
  learned,
}: {
  version: string
  settings: Pick<Services['settings'], 'get'>
  environments: Pick<Services['environments'], 'selected'>
  learned: Pick<Services['learned'], 'get'>
}): Pick<HandlersOf<'catalog'>, 'catalog.export'> {
  return {
    'catalog.export': ({ moneyAndDeletions, learned: withLearned }) => {
      const environment = environments.selected()
      const operations = describeOperations().map((operation) => ({
        ...operation,
        auth: schemeOf(settings.get(), operation.product, operation.auth),
      }))
      return exportCatalog(
        { operations, version, ...(withLearned && { learned: (operation) => learned.get(environment, operation) }) },
        { moneyAndDeletions },
      )
    },
  }
}
