/**
 * Every section of the studio's views: the view's name and its address, with a record of the rehearsal platform open
 * where there is one.
 */
export const studioPlaces = [
  ['Live', 'live'],
  ['Streams', 'streams?id=str_1'],
  ...['details', 'channels', 'categories', 'subcategories', 'static'].map((section) => [
    'Streams',
    `streams?section=${section}`,
  ]),
  ['Polls', 'polls?poll=emb_2'],
  ['Polls', 'polls?section=votes'],
  ['Ads', 'ads'],
  ['Ads', 'ads?section=placements&id=plc_2'],
  ...['advertisements', 'inventory', 'bids', 'attributions', 'proof'].map((section) => [
    'Ads',
    `ads?section=${section}`,
  ]),
  ['Payments', 'payments?customer=cus_1'],
  ['Payments', 'payments?section=charges&id=chg_7'],
  ['Payments', 'payments?section=subscriptions&id=subs_3'],
  ['Payments', 'payments?section=links&id=lnk_1'],
  ...['refunds', 'invoices', 'plans', 'promotions', 'receipts', 'transactions'].map((section) => [
    'Payments',
    `payments?section=${section}`,
  ]),
].map(([view = '', at = '']) => [view, at] as const)
