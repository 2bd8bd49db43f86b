// Sentences for what a write did. Only what the platform confirmed is told in the past; all else names what was asked.
import { useI18n } from 'vue-i18n'
import { formatMoney, readAmount } from '#answers/money.ts'
import { deedName, impliedDeed, titleIn, type DeedCode } from '#contract/deeds.ts'
import type { Deed, DeedFacts } from '#contract/deed-schema.ts'
import { defined } from '#contract/defined.ts'
import { isObject, type Json } from '#contract/json.ts'
import type { EnvironmentId, Evidence, Intent, IntentState } from '#contract/models.ts'
import type { OperationInfo } from '#contract/operation.ts'
import type { HistoryEntry } from '#contract/requests.ts'
import { keepsName } from '#contract/people.ts'
import { useCatalog } from '../../stores/catalog.ts'
import { hasMessage } from '../../i18n.ts'
import { formatAge } from '../time/time.ts'
import { usePersonNames } from './usePersonNames.ts'

/** An intent, or as much of one as a list has. */
export interface DeedOf {
  operation: string
  environment?: EnvironmentId | undefined
  deed?: Deed | undefined
  request?: Intent['request'] | undefined
  /** Its identifier, where the request is not there. */
  record?: string | undefined
}

export interface DoneOf extends DeedOf {
  state: IntentState
  evidence?: readonly Evidence[] | undefined
}

/** What is kept outside of the page names no people. */
type Form = 'shown' | 'kept'

export function useDeedText() {
  const { t } = useI18n()
  const catalog = useCatalog()
  const people = usePersonNames()
  void catalog.ensure()

  const codeOf = ({ operation, deed }: DeedOf): DeedCode =>
    deed === undefined || deed.code === 'record' ? impliedDeed(operation) : deed.code

  function nounOf(code: DeedCode, entry: OperationInfo | undefined): string {
    const resource = nounKey(entry?.resource ?? '')
    const keys = [...(code === 'record' ? [] : [`deeds.of.${resource}`]), `deeds.noun.${resource}`]
    const key = keys.find(hasMessage)
    return key === undefined ? (entry?.name ?? '') : t(key)
  }

  /** What the deed is about: an amount, a name, or the kind of record with its identifier. */
  function objectOf(of: DeedOf, code: DeedCode, entry: OperationInfo | undefined, form: Form): string {
    const { resource = '' } = entry ?? {}
    const facts: DeedFacts =
      of.deed?.facts ?? defined({ name: keepsName(resource) ? deedName(titleIn(of.request?.body)) : undefined })
    const amount = readAmount(facts.amount, facts.currency, 'major')
    if (amount.ok) return formatMoney(amount.money)
    const noun = nounOf(code, entry)
    const named = facts.name === undefined ? undefined : t('deeds.name', { name: facts.name })
    if (named !== undefined) return code === 'record' ? t('deeds.named', { noun, name: named }) : named
    const id = facts.id ?? of.record ?? recordIn(of.request, entry)
    if (id === undefined) return noun
    const person = form === 'kept' ? undefined : people.nameOf(of.environment, resource, id)
    return t('deeds.named', { noun, name: person ?? id })
  }

  function sentence(of: DeedOf, isDone: boolean, form: Form = 'shown'): string {
    const entry = catalog.byKey.get(of.operation)
    const code = codeOf(of)
    if (entry === undefined && code === 'record') return of.operation
    const key = code === 'record' ? `deeds.record.${entry?.kind ?? 'act'}` : `deeds.code.${code}`
    const deed = t(`${key}.${isDone ? 'done' : 'do'}`, {
      it: objectOf(of, code, entry, form),
      operation: entry?.name ?? of.operation,
    })
    const { detail, seconds } = of.deed?.facts ?? {}
    const more = detail ?? (seconds === undefined ? undefined : formatAge(seconds * 1_000))
    return more === undefined ? deed : t('deeds.detailed', { deed, detail: more })
  }

  /** What is asked for: "Reveal “Who should come next?”". */
  const asked = (of: DeedOf): string => sentence(of, false)
  /** Beside a state: in the past once it is confirmed. */
  const title = (of: DoneOf): string => sentence(of, of.state === 'confirmed')
  /** For a file or the clipboard: without names of people. */
  const kept = (of: DoneOf): string => sentence(of, of.state === 'confirmed', 'kept')
  /** Of the history, whose reads have none. */
  const titleOfEntry = (entry: HistoryEntry & { intent?: Intent }): string | undefined =>
    entry.kind === 'read' ? undefined : sentence({ ...entry, ...entry.intent }, entry.outcome === 'answered')
  /** With its state: "Reveal “Who should come next?”: not known". */
  function said(of: DoneOf): string {
    const deed = title(of)
    const reads = of.state === 'unknown' ? absentReads(of.evidence) : 0
    return reads > 0 ? t('deeds.state.absent', { deed, n: reads }, reads) : t(`deeds.state.${of.state}`, { deed })
  }
  return { asked, title, kept, titleOfEntry, said }
}

/** How often the effect was looked for, and not found, since it was last sent; 0 where the newest read says else. */
function absentReads(evidence: readonly Evidence[] = []): number {
  const from = evidence.findLastIndex(({ event }) => event === 'sent')
  const reads = evidence.slice(from + 1).filter(({ event }) => event === 'read')
  if (reads.at(-1)?.verdict !== 'absent') return 0
  return reads.filter(({ verdict }) => verdict === 'absent').length
}

/** The identifier in a request of an earlier version, which has no deed. */
function recordIn(request: Intent['request'] | undefined, entry: OperationInfo | undefined): string | undefined {
  const places = entry?.record ?? entry?.pathParams.map((name) => `path.${name}`) ?? []
  for (const place of places) {
    const value = place.split('.').reduce<Json | undefined>((part, name) => (isObject(part) ? part[name] : undefined), {
      ...(defined(request ?? {}) as Record<string, Json>),
    })
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return undefined
}

/** The message of what a resource's records are called. */
const nounKey = (resource: string): string => resource.replaceAll('/', '_').toLowerCase()
