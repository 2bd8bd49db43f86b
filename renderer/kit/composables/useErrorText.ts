// Turns codes and facts of errors into sentences; no other file does.
import { useI18n } from 'vue-i18n'
import type { Facts, FieldProblem } from '#contract/errors.ts'
import type { ErrorReason } from '#contract/reasons.ts'
import { hasLate, hasMessage } from '../i18n.ts'
import { ageOf } from './time/age.ts'
import { isLinkLoss } from './desk-error.ts'
import { formatAge } from './time/time.ts'
import { useNow } from '../base/useNow.ts'

export interface ErrorText {
  what: string
  next: string
}

/** Facts that the fuller sentence of a reason needs. */
const factsOfFullText: Readonly<Record<string, readonly string[]>> & Partial<Record<ErrorReason, readonly string[]>> = {
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
  wrong_intent_state: ['state'],
  copy_changed: ['fields'],
  disk_full: ['lost'],
  profile_busy: ['lost'],
  profile_closed: ['lost'],
  profile_damaged: ['lost'],
  profile_read_only: ['lost'],
  disk_error: ['lost'],
  change_refused: ['lost'],
  file_damaged: ['place'],
  reserve_too_large: ['reserve', 'perMinute'],
  show_on: ['title'],
  connection_refused: ['host'],
  connection_slow: ['host'],
  host_not_found: ['host'],
  tls_not_accepted: ['host'],
  network_missing: ['host'],
  connection_failed: ['host'],
  answer_too_large: ['kib'],
  answer_too_deep: ['levels'],
  platform_failed: ['status'],
  answer_unclear: ['word'],
  product_waits: ['product'],
  product_waits_long: ['product', 'askedMs'],
  header_not_sendable: ['header'],
  secret_not_sendable: ['character'],
  credential_absent: ['credential', 'environment'],
  secret_too_long: ['kib'],
  options_withheld: ['name'],
  ad_without_length: ['name'],
  command_record_unknown: ['record'],
  command_armed: ['by', 'name'],
  cue_step_unsettled: ['step'],
  shown_changed: ['shown', 'instead'],
  shown_gone: ['shown'],
  shown_added: ['instead'],
}

/** Facts whose values are words of the desk. */
const messageGroups: Readonly<Record<string, string>> = {
  environment: 'common.environment',
  told: 'common.environment',
  now: 'common.environment',
  state: 'common.state',
  credential: 'errors.credential',
  expected: 'errors.expected',
  format: 'errors.expected',
  lost: 'errors.lost',
}

/** Facts as a person reads them: ages, lists, and the desk's own words. */
export function useFacts(): (facts: Facts | undefined) => Record<string, string> {
  const i18n = useI18n()
  const { now } = useNow()

  function say(name: string, value: Facts[string]): string {
    if (Array.isArray(value)) return value.join(', ')
    if (name.endsWith('Ms')) return formatAge(Number(value))
    if (name === 'at') return formatAge(ageOf(String(value), now.value))
    const key = `${messageGroups[name] ?? ''}.${String(value)}`
    if (!(name in messageGroups) || !hasMessage(key)) return String(value)
    return name === 'state' ? i18n.t(key).toLocaleLowerCase() : i18n.t(key)
  }
  return (facts = {}) =>
    Object.fromEntries(
      Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, say(name, value)]])),
    )
}

/** What happened and the next step, by the error's reason, otherwise by its code. */
export function useErrorText(): (error: { code: string; facts?: Facts | undefined; operation?: string }) => ErrorText {
  const i18n = useI18n()
  const factTexts = useFacts()
  return (error) => {
    const values = factTexts(error.facts)
    const reason = error.facts?.['reason']
    const known = typeof reason === 'string' && hasLate('reasons', `error.${reason}.what`)
    const full = known && factsOfFullText[reason]?.every((name) => name in values) === true
    const base = known ? `reasons.error.${reason}` : `errors.code.${isLinkLoss(error) ? 'link_lost' : error.code}`
    const what = i18n.t(`${base}.${full ? 'full' : 'what'}`, values)
    return error.code === 'unknown_outcome' && reason !== undefined
      ? { what: i18n.t('errors.unknown', { what }), next: i18n.t('errors.code.unknown_outcome.next') }
      : { what, next: i18n.t(`${base}.next`, values) }
  }
}

/** What is wrong with a field, by its reason, otherwise in the platform's own words. */
export function useFieldText(): (problem: FieldProblem) => string {
  const { t } = useI18n()
  const factTexts = useFacts()
  return ({ reason, facts, message }) =>
    reason !== undefined && hasLate('reasons', `field.${reason}`)
      ? t(`reasons.field.${reason}`, factTexts(facts))
      : message
}
