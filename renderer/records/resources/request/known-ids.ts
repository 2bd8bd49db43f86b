import type { OperationInfo } from '#contract/operation.ts'
import { plain } from '#answers/roles.ts'
import { goesBy, leafOf, nounOf, wordings } from '../nouns.ts'

const most = 3

/** The resources whose records `chargeId` may name, those of the same product first; `id` means the operation's own. */
export function resourcesOf(
  name: string,
  { resource, product }: Pick<OperationInfo, 'resource' | 'product'>,
  operations: readonly Pick<OperationInfo, 'resource' | 'product'>[],
): string[] {
  const noun = nounOf(name) ?? name
  if (noun === '' || noun === 'short') return [resource]
  const near = new Map<string, number>()
  for (const one of operations) {
    const far =
      plain(leafOf(one.resource)) === plain(noun)
        ? 0
        : goesBy(one.resource, noun)
          ? 1
          : wordings(noun).some((word) => goesBy(one.resource, word))
            ? 2
            : undefined
    if (far !== undefined)
      near.set(one.resource, far * 10 + (one.resource === resource ? 0 : one.product === product ? 1 : 2))
  }
  return [...near]
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, most)
    .map(([one]) => one)
}
