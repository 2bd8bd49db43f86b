// The one place that turns what main says in codes and facts into sentences of the page.
import { useI18n } from 'vue-i18n'
import type { DeskErrorShape, Facts, FieldProblem } from '#contract/errors.ts'
import type { ErrorReason } from '#contract/reasons.ts'
import { ageOf } from './age.ts'
import { isLinkLoss } from './desk-error.ts'
import { formatAge } from './time.ts'
import { useNow } from './useNow.ts'

/** What happened, and the next step. */
export interface ErrorText {
  what: string
  next: string
}

/** The facts that the fuller sentence of a reason names; without them its plain one is said. */
const fuller: Partial<Record<ErrorReason, readonly string[]>> = {
  environment_changed: ['told', 'now'],
  newer_intent: ['state', 'at'],
  press_too_old: ['ageMs'],
  press_in_future: ['aheadMs'],
  waited_too_long: ['waitedMs'],
  masked_value: ['fields'],
  secret_in_text: ['field'],
  origin_not_confirmed: ['origin'],
  file_not_readable: ['place'],
  reference_outside: ['place'],
  reference_broken: ['place'],
}

/** The names of facts whose values are words of the desk. */
const wordsOf: Readonly<Record<string, string>> = {
  environment: 'common.environment',
  told: 'common.environment',
  now: 'common.environment',
  state: 'common.state',
  lost: 'errors.lost',
}

/** The facts of a sentence as a person reads them: ages, lists, and the desk's own words. */
export function useFacts(): (facts: Facts | undefined) => Record<string, string> {
  const i18n = useI18n()
  const { now } = useNow()

  function say(name: string, value: Facts[string]): string {
    if (Array.isArray(value)) return value.join(', ')
    if (name.endsWith('Ms')) return formatAge(Number(value))
    if (name === 'at') return formatAge(ageOf(String(value), now.value))
    const key = `${wordsOf[name] ?? ''}.${String(value)}`
    if (!(name in wordsOf) || !i18n.te(key)) return String(value)
    return name === 'state' ? i18n.t(key).toLocaleLowerCase() : i18n.t(key)
  }
  return (facts = {}) =>
    Object.fromEntries(
      Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, say(name, value)]])),
    )
}

/** Says what happened and what to do next: by the error's reason, otherwise by its code. */
export function useErrorText(): (error: Pick<DeskErrorShape, 'code' | 'facts' | 'operation'>) => ErrorText {
  const { t, te } = useI18n()
  const words = useFacts()
  return (error) => {
    const said = words(error.facts)
    const reason = error.facts?.reason
    const full = reason !== undefined && fuller[reason]?.every((name) => name in said) === true
    const base =
      reason !== undefined && te(`errors.reason.${reason}.what`)
        ? `errors.reason.${reason}`
        : `errors.code.${isLinkLoss(error) ? 'link_lost' : error.code}`
    return { what: t(`${base}.${full ? 'full' : 'what'}`, said), next: t(`${base}.next`, said) }
  }
}

/** Says what is wrong with a field: by its reason, otherwise in the platform's own words. */
export function useFieldText(): (problem: FieldProblem) => string {
  const { t } = useI18n()
  const words = useFacts()
  return ({ reason, facts, message }) => (reason === undefined ? message : t(`errors.field.${reason}`, words(facts)))
}
