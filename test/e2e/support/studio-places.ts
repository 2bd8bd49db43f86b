/** Addresses of the studio with a record open beside its list: the view's name and the address. Records are the practice platform's. */
export const studioRecords = [
  ['Streams', 'streams?id=str_1'],
  ['Polls', 'polls?poll=emb_2'],
  ['Ads', 'ads?section=placements&id=plc_2'],
  ['Payments', 'payments?customer=cus_1'],
  ['Payments', 'payments?section=charges&id=chg_7'],
  ['Payments', 'payments?section=subscriptions&id=subs_3'],
  ['Payments', 'payments?section=links&id=lnk_1'],
] as const
