// What the parts of a status word say, by their stem and in either spelling. A part that is not known says nothing.

const longest = 80

/** `PENDING_REVIEW`, `pendingReview` and `pending review` are the same two parts. */
export function partsOf(status: string): string[] {
  if (status.length > longest) return []
  return status
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll(/charged?[\s_-]+back/g, 'chargeback')
    .split(/[^a-z\d]+/)
    .filter((part) => part !== '')
}

/** Parts that turn what follows around, and those that say nothing by themselves. */
const negation = /^(?:not|never|no|non|un|without|yet)$/
const filler =
  /^(?:is|are|has|have|been|was|be|being|in|on|the|by|for|of|to|at|and|now|currently|status|state|fully|successfully|auto|automatically)$/

interface Told<T extends string> {
  /** What each understood part says; empty where none is understood. */
  says: Set<T>
  /** No part is left that could say something else. */
  whole: boolean
  negated: boolean
}

/** `stems`: the first that fits a part counts. `also`: parts that say nothing here, such as `payment`. */
export function toldBy<T extends string>(
  status: string,
  stems: ReadonlyArray<readonly [RegExp, T]>,
  also?: RegExp,
): Told<T> {
  const parts = partsOf(status)
  const says = new Set<T>()
  let whole = parts.length > 0
  let negated = false
  for (const part of parts) {
    const said = stems.find(([stem]) => stem.test(part))?.[1]
    if (said !== undefined) says.add(said)
    else if (negation.test(part)) negated = true
    else if (!filler.test(part) && also?.test(part) !== true) whole = false
  }
  return { says, whole, negated }
}

/** Whether a charge brought its money. `back`: all of it went again; `in_part`: some of it did. */
type Brought = 'yes' | 'no' | 'back' | 'in_part'

const brought: ReadonlyArray<readonly [RegExp, Brought]> = [
  [/^(?:succe(?:ss|ed)\w*|paid|captured|settled|completed?|collected|received|charged|cleared)$/, 'yes'],
  [/^(?:refund|charge?backs?$|revers|return|clawback)/, 'back'],
  [/^part/, 'in_part'],
  [/^(?:un|in)(?:paid|captured|settled|collected|cleared|successful|complet)/, 'no'],
  [
    /^(?:fail|declin|refus|reject|cancel|void|expir|abandon|abort|err|block|disput|den(?:y|ied)|invalid|fraud|open$|pend|draft|hold$|held$|wait|await|processing$|requir|authori[sz]|creat|new$|initiat|submit|queue|review|schedul|past$|due$|over-?due$|late$)/,
    'no',
  ],
]
const ofPayments =
  /^(?:payment|charge|transaction|order|transfer|customer|user|bank|card|issuer|merchant|action|capture|settlement|confirmation|method)$/

/** What a charge's status says of its money; undefined for one that is not understood, or that says two things. */
export function broughtBy(status: string): Brought | undefined {
  const { says, whole, negated } = toldBy(status, brought, ofPayments)
  if (!whole) return undefined
  if (says.has('in_part')) return says.size === 2 && says.has('back') && !negated ? 'in_part' : undefined
  if (says.size !== 1) return undefined
  const [said] = says
  if (!negated) return said
  return said === 'yes' ? 'no' : undefined
}

/** What an ad's status says. `allowed`: its times decide; `waits`: not yet, whatever they say. */
export type AdWord = 'runs' | 'allowed' | 'waits' | 'over' | 'off'

const ofAds: ReadonlyArray<readonly [RegExp, AdWord]> = [
  [/^(?:run|running|live|onair|airing|playing|showing|started|serving|delivering|displaying|broadcasting)$/, 'runs'],
  [
    /^(?:activ(?:e|ated)|enabled|approved|published|on|valid|eligible|confirmed|accepted|ok|scheduled|planned|booked)$/,
    'allowed',
  ],
  [/^(?:upcoming|queued?|ready|created|new|next|pending|waiting|reserved|not_?started)$/, 'waits'],
  [/^(?:end|finish|complet|done$|shown$|played$|aired$|cancel|expir|stop|over$|past$|elapsed$|conclud|clos)/, 'over'],
  [
    /^(?:fail|err|reject|refus|declin|disapprov|unapprov|den(?:y|ied)|archiv|delet|remov|trash|paus|inactiv|disabl|deactivat|draft|review|moderat|approval$|await|hold$|held$|onhold$|suspend|block|ban(?:ned)?$|withdr|skip|miss|unpublish|invalid|void|revok|abort|incomplete|off$|exhaust|limit|flagged$|stuck$|crash)/,
    'off',
  ],
]
const ofPlacements = /^(?:ad|ads|advert|advertisement|placement|campaign|creative|spot|delivery)$/

/** Undefined for a word that is not understood; what speaks against running wins. */
export function adWordOf(status: string): AdWord | undefined {
  const { says, whole, negated } = toldBy(
    status.replaceAll(/\b(on|off)[\s_-]+(?:air|hold)\b/gi, (all) => all.replaceAll(/[\s_-]/g, '')),
    ofAds,
    ofPlacements,
  )
  if (says.has('off')) return 'off'
  if (says.has('over')) return negated ? undefined : 'over'
  if (negated) return says.has('runs') || says.has('waits') ? 'waits' : says.has('allowed') ? 'off' : undefined
  if (!whole) return undefined
  return says.has('waits') ? 'waits' : says.has('allowed') ? 'allowed' : [...says][0]
}
