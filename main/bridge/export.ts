import { describeOperations } from '../platform/catalog/index.ts'
import { exportCatalog } from '../platform/export/index.ts'
import type { Environments } from '../desk/environments.ts'
import { schemeOf } from '../desk/settings.ts'
import type { SettingsStore } from '../desk/settings.ts'
import type { Learned } from '../learned/index.ts'
import type { HandlersOf } from './handlers.ts'

/** Credentials are those that the desk would use. Learned forms are the chosen environment's, and go along only where they are asked for. */
export function exportHandlers(parts: {
  version: string
  settings: Pick<SettingsStore, 'get'>
  environments: Pick<Environments, 'selected'>
  learned: Pick<Learned, 'get'>
}): Pick<HandlersOf<'catalog'>, 'catalog.export'> {
  const { version, settings, environments, learned } = parts
  return {
    'catalog.export': ({ format, learned: withLearned }) => {
      const environment = environments.selected()
      const operations = describeOperations().map((operation) => ({
        ...operation,
        auth: schemeOf(settings.get(), operation.product, operation.auth),
      }))
      return exportCatalog(format, {
        operations,
        version,
        ...(withLearned && { learned: (operation) => learned.get(environment, operation) }),
      })
    },
  }
}
