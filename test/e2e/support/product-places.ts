import { describeOperations } from '../../../main/platform/catalog/index.ts'
import { sectionsOf } from '../../../renderer/records/products/sections.ts'

/** Identifiers of the rehearsal platform for records that are opened beside their list. */
const records: Readonly<Record<string, string>> = {
  'payment/charge': 'chg_7',
  'payment/subscription': 'subs_3',
  'payment/paymentLink': 'lnk_1',
  'marketing/automation': 'auto_1',
  'video/stream': 'str_1',
  'spaces/general': 'spc_1',
}

/** Every place of the generic screens: what must stand there, and its address. The home, a page for each of the 50 resources, an operation of each kind, and addresses that lead nowhere. */
export const productPlaces: ReadonlyArray<readonly [ready: string, at: string]> = [
  ['[data-products-home]', 'products'],
  ...sectionsOf(describeOperations()).map(({ product, resource }) => {
    const id = records[resource]
    return [
      `[data-resource-page="${resource}"] :is([role="grid"], [data-no-list], [data-empty], [data-record])`,
      `products?${new URLSearchParams({ product, resource, ...(id === undefined ? {} : { id }) }).toString()}`,
    ] as const
  }),
  ...[
    'GET /api/spaces/general/all',
    'PUT /api/video/event/update',
    'POST /api/payment/refund/create',
    'DELETE /api/ads/attribution/delete/{attributionId}',
    'POST /api/account/general/login',
  ].map(
    (operation) =>
      [`[data-operation-place="${operation}"]`, `products?${new URLSearchParams({ operation }).toString()}`] as const,
  ),
  ['[data-no-place]', 'products?product=Rockets'],
  ['[data-no-place]', 'products?operation=GET%20%2Fapi%2Fnothing'],
]
