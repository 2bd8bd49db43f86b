import { describeOperations } from '../platform/catalog/index.ts'
import { exportCatalog } from '../platform/export/index.ts'
import type { Environments } from '../desk/environments.ts'
import type { Learned } from '../learned/types.ts'
import type { HandlersOf } from './handlers.ts'

/** Learned forms are the chosen environment's, and go along only where they are asked for. */
export function exportHandlers({ version, environments, learned }: { version: string; environments: Pick<Environments, 'selected'>; learned: Pick<Learned, 'get'> }): Pick<HandlersOf<'catalog'>, 'catalog.export'> {
  return {
    'catalog.export': ({ format, learned: withLearned }) => {
      const environment = environments.selected()
      return exportCatalog(format, { operations: describeOperations(), version, ...(withLearned && { learned: (operation) => learned.get(environment, operation) }) })
    },
  }
}
