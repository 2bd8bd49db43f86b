// Which records an identifier's name speaks of, so that those seen lately can be offered.
import type { OperationInfo } from '#contract/operation.ts'
import { plain } from '../../reading/roles.ts'

const most = 3

/** Whether a field of this name carries an identifier. */
export const isIdName = (name: string): boolean => /^ids?$|[a-z\d]I[dD]s?$|[_-]ids?$/.test(name)

/** The resources whose records `chargeId` may name, those of the same product first; `id` means the operation's own. */
export function resourcesOf(name: string, { resource, product }: Pick<OperationInfo, 'resource' | 'product'>, operations: readonly Pick<OperationInfo, 'resource' | 'product'>[]): string[] {
  const noun = plain(name).replace(/ids?$/, '')
  if (noun === '' || noun === 'resource' || noun === 'short') return [resource]
  const near = new Map<string, number>()
  for (const one of operations) {
    const words = nouns(one.resource)
    const far = words.includes(noun) ? words.indexOf(noun) : words.some((word) => noun.endsWith(word)) ? words.length : undefined
    if (far !== undefined) near.set(one.resource, far * 10 + (one.resource === resource ? 0 : one.product === product ? 1 : 2))
  }
  return [...near].toSorted(([, a], [, b]) => a - b).slice(0, most).map(([one]) => one)
}

/** `payment/paymentLink` gives `paymentlink`, `paymentpaymentlink` and `link`; `pages/general` gives `pages` and `page`. */
function nouns(resource: string): string[] {
  const [folder = '', leaf = folder] = resource.split('/')
  if (leaf === 'general') return [plain(folder), plain(folder).replace(/s$/, '')]
  return [plain(leaf), plain(folder + leaf), plain(leaf).replace(/s$/, '')].filter((word) => word.length > 2)
}
