import type { OperationInfo } from '#contract/operation.ts'
import { views } from '../../index.ts'

export interface Studio {
  /** Key of the view's name. */
  title: string
  icon: string
  to: string
}

/** The studio view that names an operation, else the one of its product, which opens it there. */
export function studioFor(
  operation: Pick<OperationInfo, 'key' | 'product'> | undefined,
  opened = false,
): Studio | undefined {
  if (operation === undefined) return undefined
  const naming = views.find(({ operations }) => operations?.includes(operation.key))
  const view = naming ?? views.find(({ products }) => products?.includes(operation.product))
  if (view === undefined) return undefined
  return {
    title: view.title,
    icon: view.icon,
    to: opened && naming === undefined ? `/${view.id}?operation=${encodeURIComponent(operation.key)}` : `/${view.id}`,
  }
}
