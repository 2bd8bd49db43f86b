// Words for statuses of many platforms, by what they mean to a person: the specification does not list them.

export type StatusKind = 'onair' | 'good' | 'sent' | 'waiting' | 'attention' | 'paused' | 'ended' | 'failed' | 'unknown'

const words: Record<Exclude<StatusKind, 'unknown'>, string> = {
  onair: 'live onair broadcasting streaming liveonair airing',
  good: 'active running started open opened paid succeeded success successful complete completed confirmed captured settled delivered published approved accepted enabled available ready healthy ok good online verified won granted voted attributed connected counted revealed',
  // On its way to somebody, which says nothing of what they did.
  sent: 'sent issued emailed mailed',
  waiting:
    'pending inprogress scheduled queued processing waiting upcoming new created draft trialing trial trialling authorized authorised starting initializing preparing testing submitted requested requirescapture requiresaction requiresconfirmation requirespaymentmethod hidden planned sending next reserved placed',
  attention:
    'pastdue overdue unpaid disputed dispute degraded partial partiallypaid partiallyrefunded incomplete warning poor unstable unknown onhold held review inreview requiresreview flagged stale buffering reconnecting limited',
  paused: 'paused suspended interrupted stopped idle offline off disabled inactive frozen dormant',
  ended:
    'ended closed finished done over expired cancelled canceled archived deleted removed revoked refunded voided void reversed past terminated withdrawn lost outbid used redeemed',
  failed:
    'failed failure error errored declined rejected refused blocked denied uncollectible incompleteexpired crashed bad chargedback chargeback aborted invalid bounced banned',
}

const kinds = new Map<string, StatusKind>()
for (const kind of Object.keys(words) as Array<Exclude<StatusKind, 'unknown'>>)
  for (const word of words[kind].split(' ')) kinds.set(word, kind)

/** Case, dashes, underscores and spaces do not matter. */
export function statusKind(status: string): StatusKind {
  return kinds.get(status.toLowerCase().replaceAll(/[^a-z]/g, '')) ?? 'unknown'
}
