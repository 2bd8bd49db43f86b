// What an operation ends in, in stems: the words by which its answer says that it was done.
import { isObject, type Json } from '#contract/json.ts'
import type { TaughtWords } from '#contract/live.ts'
import type { OperationInfo, Risk } from '#contract/operation.ts'
import { expectationOf } from './names.ts'
import { stateOfFlags } from './transport.ts'
import { wordsOf } from './words.ts'

/** What outcomes are judged against. */
export interface Asked {
  kind: OperationInfo['kind'] | 'write'
  risk: Risk
  /** Stems of what it ends in: `cancel` for *Cancel Subscription*. */
  ends: readonly string[]
  /** Those that the request itself names (`stopped: true`): another known state is then no success. */
  aims: readonly string[]
  /** A read of a list. */
  lists: boolean
  /** A mail leaves with it. */
  mails: boolean
  /** `payment/refund`. */
  resource: string
  /** The request's body. */
  sent?: Json | undefined
  /** The status that the record was known to have. */
  before?: string | undefined
  /** What the person taught of this environment's words, folded. */
  taught?: TaughtWords | undefined
}

/** Verbs that people use for one another. Each verb's own stem counts in any case. */
const families: ReadonlyArray<readonly [RegExp, readonly string[]]> = [
  [
    /^(?:delet|remov|destroy|eras|purg|discard)/,
    ['delet', 'remov', 'destroy', 'eras', 'purg', 'gone', 'trash', 'discard'],
  ],
  [
    /^(?:cancel|terminat|abort)/,
    ['cancel', 'terminat', 'abort', 'end', 'clos', 'stop', 'inactiv', 'unsubscrib', 'expir'],
  ],
  [/^(?:void)/, ['void', 'cancel', 'revers']],
  [/^(?:revers)/, ['revers', 'refund', 'void', 'return']],
  [/^(?:refund|processrefund|fullrefund|partialrefund)/, ['refund', 'return', 'revers', 'reimburs', 'repaid']],
  [/^(?:charg|pay|bill|collect|captur|settle)/, ['charg', 'paid', 'captur', 'collect', 'settl']],
  [/^(?:stop|end|finish)/, ['stop', 'end', 'finish', 'off', 'clos', 'complet']],
  [/^(?:clos)/, ['clos', 'end', 'finish', 'stop']],
  [/^(?:paus|suspend|hold|freez)/, ['paus', 'suspend', 'held', 'hold', 'freez', 'frozen']],
  [/^(?:resum|reactivat|activat|enabl|restart|unpaus)/, ['resum', 'activ', 'reactiv', 'enabl', 'running', 'live']],
  [/^(?:start|begin|launch)/, ['start', 'live', 'running', 'activ', 'onair', 'stream', 'broadcast', 'begun', 'trial']],
  [/^trial$/, ['activ']],
  [/^(?:activ|runn?|live|open)$/, ['activ', 'running', 'live', 'open', 'start', 'enabl', 'onair']],
  [/^(?:disabl|deactivat|block|ban)/, ['disabl', 'deactiv', 'inactiv', 'block', 'ban']],
  [/^(?:archiv)/, ['archiv']],
  [/^(?:reject|declin|den|refus)/, ['reject', 'declin', 'den', 'refus']],
  [/^(?:approv|accept)/, ['approv', 'accept', 'activ']],
  [
    /^(?:send|resend|mail|notify|invite|share|forgot)/,
    ['sent', 'resent', 'deliver', 'mail', 'shar', 'publish', 'notif', 'invit'],
  ],
  [/^(?:publish)/, ['publish', 'live', 'online', 'public']],
  [/^(?:unpublish)/, ['unpublish', 'hidden', 'private', 'draft', 'offline']],
  [/^(?:logout|signout)/, ['logg', 'logout', 'sign', 'end', 'revok', 'clos', 'expir']],
  [/^(?:login|signin)/, ['logg', 'sign', 'authentic', 'activ', 'authoriz']],
  [/^(?:revok)/, ['revok', 'remov', 'delet']],
]
const onState: Readonly<Record<string, readonly string[]>> = {
  live: ['start', 'live', 'running', 'onair', 'stream', 'broadcast', 'resum', 'activ'],
  paused: ['paus', 'suspend', 'held', 'hold'],
  stopped: ['stop', 'end', 'off', 'finish', 'complet'],
}
/** Verbs that say nothing of a state. */
const plainVerbs = /^(?:creat|updat|set|add|get|post|put|process|record|track|general|full|partial|change)/

type Named = Pick<OperationInfo, 'kind' | 'risk' | 'name' | 'path' | 'resource'>

/** What to judge the answers of an operation by. */
export function askedOf(operation: Named, more: Pick<Asked, 'sent' | 'before' | 'taught'> = {}): Asked {
  const { kind, risk, name, path, resource } = operation
  const last = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? ''
  const verbs = kind === 'read' || kind === 'create' || kind === 'update' ? [] : verbsOf(`${last} ${name}`, resource)
  const aims = kind === 'read' ? [] : aimsOf(more.sent)
  return {
    kind,
    risk,
    ends: [...new Set([...verbs.flatMap(endsOf), ...aims])],
    aims,
    mails: verbsOf(`${last} ${name} ${kind === 'create' ? resource : ''}`, '').some((verb) =>
      /^(?:send|resend|forgot|reset|notify|invite|share|campaign)$/.test(verb),
    ),
    lists: kind === 'read' && expectationOf(path) === 'list',
    resource,
    ...more,
  }
}

/** `Cancel/Delete Subscription` has two verbs; what the resource is called is none. */
function verbsOf(text: string, resource: string): string[] {
  const nouns = new Set(wordsOf(resource))
  return wordsOf(text).filter((word) => !nouns.has(word) || word === 'refund')
}

const endsOf = (verb: string): readonly string[] => {
  const family = families.filter(([pattern]) => pattern.test(verb)).flatMap(([, stems]) => stems)
  return family.length > 0 || plainVerbs.test(verb) || verb.length < 4 ? family : [stemOf(verb)]
}

const stemOf = (word: string): string => word.replace(/(?:ing|ed|e|y)$/, '')

function aimsOf(sent: Json | undefined): readonly string[] {
  if (!isObject(sent)) return []
  const parts = [sent, ...Object.values(sent).filter(isObject)]
  for (const part of parts) {
    const state = stateOfFlags(part)
    if (state !== undefined && Object.hasOwn(onState, state)) return onState[state] ?? []
  }
  return Object.entries(sent).flatMap(([name, value]) => {
    const words = wordsOf(name).filter((one) => one !== 'is')
    const [only = ''] = words.length === 1 ? words : []
    if (value === true && /(?:ed|ing)$/.test(only)) return endsOf(stemOf(only))
    const says = typeof value === 'string' && /^(?:status|state|stage|step|action)$/.test(only)
    return says ? wordsOf(value).flatMap((one) => [stemOf(one), ...endsOf(stemOf(one))]) : []
  })
}
