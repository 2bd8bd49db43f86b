// What a word or a sentence of the platform says of a request. Words are known by their stem, in any case and with any separator.

/** `refuseMoney`, `refuse-money` and `REFUSE_MONEY` are the same words. */
export function wordsOf(text: string): string[] {
  const known = split.get(text)
  if (known !== undefined) return known
  const words = text
    .slice(0, longestText)
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\d)/gu, '$1 $2')
    .replaceAll(/['\u2019]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  if (split.size >= 2_000) split.clear()
  if (text.length <= 100) split.set(text, words)
  return words
}
/** Names repeat in every answer. */
const split = new Map<string, string[]>()
const longestText = 500

/** As a taught word is kept: `Not-Settled` is `not_settled`. */
export const foldWord = (word: string): string => wordsOf(word).join('_').slice(0, 100)

/** In the order in which one outweighs another. */
const classes = {
  failing:
    /^(?:fail|err(?:ors?|ored|oneous)?$|reject|declin|den(?:y|ied|ial)|refus|invalid(?!at)|exception|fault|unsuccess|insufficien|unauthori|forbid|forbad|unable|abort|block|bounc|time?outs?$|exceed|unsupport|disallow|disapprov|dishono|ineligib|unavailab|unprocessab|unaccept|unreach|undeliver|illegal|malform|violat|mismatch|conflict|nsf$|fraud|crash|broke|panic|nack$|nok$|ko$|bad$|wrong|missing|prohibit|misconfig|corrupt|throttl|impossib)/,
  /** What a thing that was just made can't be. */
  undone:
    /^(?:cancel|void|revers|revok|withdr[ae]w|abandon|terminat|delet|remov|destroy|eras|purg|expir|lapse|charg(?:e|ed)b|disput|undone$|roll(?:ed)?b)/,
  /** Under way. */
  processing:
    /^(?:pend|queu|enqueu|processing$|process$|progress|await|wait|submit|received?$|request|initiat|review|requir|need|hold$|held$|working$|ongoing|backlog|defer|retr(?:y|ying|ies)$|accept|acknowledg|ack$|dispatch|inflight|transit|async|attempt|verify|validating|unconfirm|unprocess|undetermin|unsettl|unfinish|uncomplet|incomplet|uncaptur|authori[sz]|initial|starting$|stopping$|begin)/,
  /** What a record may be at any time. */
  resting:
    /^(?:stop|end(?:ed)?$|clos|paus|suspend|archiv|disabl|deactivat|inactiv|off(?:line|air)?$|unpublish|refund|hidden$|halt|freez|frozen)/,
  done: /^(?:succe|ok$|okay$|done$|complet|finish|fulfil|confirm|approv|applied$|apply$|execut|perform|processed$|resum|restor|renew|pass(?:ed)?$|yes$|true$|deliver|subscrib|enrol|upgrad|downgrad|reset|synchron|sync)/,
  /** The record is there: all that a create or an edit is about, and nothing that says that money moved. */
  recorded:
    /^(?:creat|updat|saved?$|chang|edit|modif|add(?:ed)?$|insert|record|regist|stored?$|issued?$|placed?$|post(?:ed)?$|set$|log(?:ged)?$|sent$|connect|link(?:ed)?$|attach|assign|import|upload|generat|book(?:ed)?$|reserv|sign(?:ed)?$|join|cast$|voted?$|clon|copi|duplicat|shar(?:ed?)$|publish|start(?:ed)?$|count|calculat|practi[sc]|moved?$|merg|activated$|enabled$|counted$)/,
  /** What a record waits as, or is. */
  waiting:
    /^(?:draft|schedul|un[a-z]{3}|open$|new$|plan|upcoming|trial|preview|outstanding|prepar|provision|ready$|future|available$|due$|idle$|live$|activ|enabl|current|online|visible|public|private|running$|default|normal|valid$|paid$)/,
} as const

export type Sense =
  | 'refused'
  | 'partial'
  | 'undone'
  | 'processing'
  | 'resting'
  | 'done'
  | 'recorded'
  | 'waiting'
  | 'unknown'

const negating = /^(?:not|no|non|never|nothing|without|cannot|cant|couldnt|didnt|wasnt|isnt|wont|hasnt)$/
const whereNegated =
  /^(?:found|allow|permit|authori|possib|enough|eligib|accept|succe|ok$|okay$|valid|support|availab|exist|applic|applied)/

/** What a status word says; `ends` are the stems of what the operation itself ends in. */
export function senseOfWord(word: string, ends: readonly string[] = []): Sense {
  const isEnd = (one: string): boolean => ends.some((stem) => one.startsWith(stem))
  const all = wordsOf(word)
  // In `refund_created` the noun says nothing of the end.
  const words =
    all.length === 1
      ? all
      : all.filter((one) => !isEnd(one) || /(?:ed|en|paid|sent|gone|ld|ve|ing|line|off)$/.test(one))
  const phrase = words.join('')
  const some = (kind: keyof typeof classes): boolean => words.some((one) => classes[kind].test(one) && !isEnd(one))
  const negated = words.some((one) => negating.test(one))
  const partly = words.some((one) => /^part(?:ial|ly|s)?/.test(one) || one === 'mixed')
  if (some('failing') || /timedout|ratelimit/.test(phrase)) {
    if (negated && words.every((one) => negating.test(one) || /^(?:err|fail|fault|exception)/.test(one))) return 'done'
    return partly || /with(?:some)?(?:err|fail)/.test(phrase) ? 'partial' : 'refused'
  }
  const ended = words.some(isEnd) || isEnd(phrase)
  if (negated) return ended || words.some((one) => whereNegated.test(one)) ? 'refused' : 'waiting'
  if (ends.some((stem) => phrase.startsWith(`un${stem}`))) return 'refused'
  if (partly && !ended) return words.length < all.length ? 'done' : 'partial'
  // `cancelling`: on its way to the end that was asked for.
  if (words.some((one) => isEnd(one) && one.endsWith('ing') && !/^(?:runn|stream|broadcast|trial)/.test(one)))
    return 'processing'
  if (ended) return some('processing') ? 'processing' : 'done'
  const kind = (['undone', 'processing', 'resting', 'done', 'recorded', 'waiting'] as const).find(some)
  return kind ?? 'unknown'
}

/** What a sentence says; `unknown` in doubt. */
export function senseOfSentence(text: string): 'done' | 'refused' | 'unknown' {
  const words = wordsOf(text)
  if (/^(?:no|without|0) (?:err|fail|fault|problem|exception)/.test(words.join(' '))) return 'done'
  if (words.some((one) => classes.failing.test(one) || /^(?:locked|expired|overload|denied)$/.test(one)))
    return 'refused'
  // `No records found` refuses nothing.
  if (words.length > 1 && words.some((one) => negating.test(one) && !/^(?:no|non|nothing|without|never)$/.test(one)))
    return 'refused'
  return words.some((one) => /^(?:succe|ok$|okay$|done$)/.test(one)) ? 'done' : 'unknown'
}

/** Whether a text, where an error would stand, says that there is none. */
export const saysNone = (text: string): boolean =>
  /^\s*(?:|-+|0+|n\/?a|nil|null|none|no|nothing|false|undefined|ok(?:ay)?|success(?:ful(?:ly)?)?|no[\s_-]*errors?)[\s.!]*$/i.test(
    text,
  )
