// The one place that turns the facts of a refusal into sentences of the page.
import { useI18n } from 'vue-i18n'
import type { DeskErrorShape, ErrorFacts, RefusalReason } from '#contract/errors.ts'
import { ageOf } from './age.ts'
import { formatAge } from './time.ts'
import { useNow } from './useNow.ts'

/** What happened, and the next step. */
export interface Refusal {
  what: string
  next: string
}

/** The facts that the fuller sentence of a reason names; without them its plain one is said. */
const fuller: Partial<Record<RefusalReason, readonly string[]>> = {
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
}

/** Says why the desk itself refused; undefined where an error has no facts. */
export function useRefusal(): (error: Pick<DeskErrorShape, 'facts'> | undefined) => Refusal | undefined {
  const i18n = useI18n()
  const { now } = useNow()

  function say(name: string, value: ErrorFacts[string]): string {
    if (Array.isArray(value)) return value.join(', ')
    if (name.endsWith('Ms')) return formatAge(Number(value))
    if (name === 'at') return formatAge(ageOf(String(value), now.value))
    const key = `${wordsOf[name] ?? ''}.${String(value)}`
    if (!(name in wordsOf) || !i18n.te(key)) return String(value)
    return name === 'state' ? i18n.t(key).toLocaleLowerCase() : i18n.t(key)
  }

  return (error) => {
    const facts = error?.facts
    const base = `common.refused.${facts?.reason ?? ''}`
    if (facts === undefined || !i18n.te(`${base}.what`)) return undefined
    const said = Object.fromEntries(
      Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, say(name, value)]])),
    )
    const full = fuller[facts.reason]?.every((name) => name in said) === true
    return { what: i18n.t(`${base}.${full ? 'full' : 'what'}`, said), next: i18n.t(`${base}.next`) }
  }
}
