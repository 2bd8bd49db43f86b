// Sentences for what main records in codes with facts: evidence, checks before a show, and notices. Records of earlier versions have a text.
import { useI18n } from 'vue-i18n'
import type { Facts } from '#contract/errors.ts'
import type { ShowCheck } from '#contract/live.ts'
import type { Evidence, Notice } from '#contract/models.ts'
import { hasLate } from '../i18n.ts'
import { formatInstant } from './time/time.ts'
import { useErrorText, useFacts } from './useErrorText.ts'

/** With the sentence of the error that the facts carry as `what`, where there is one. */
function useFactsWithError(): (facts: Facts) => Record<string, string> {
  const words = useFacts()
  const say = useErrorText()
  return (facts) => {
    const { code } = facts
    return { ...words(facts), ...(typeof code === 'string' && { what: say({ code, facts }).what }) }
  }
}

export function useEvidenceText(): (entry: Pick<Evidence, 'code' | 'facts' | 'note'>) => string {
  const { t } = useI18n()
  const words = useFactsWithError()
  return ({ code, facts = {}, note }) => {
    if (code === undefined || !hasLate('evidence', code)) return note ?? ''
    return [
      t(`evidence.${code}`, words(facts)),
      // What the platform said: a status, or a sentence.
      ...[facts['word'], note].flatMap((said) => (typeof said === 'string' ? [`“${said}”`] : [])),
      ...(facts['next'] === undefined ? [] : [t(`evidence.then.${String(facts['next'])}`)]),
    ].join(' ')
  }
}

/** A message of each check that is said in parts. */
const firstOf: Partial<Record<string, string>> = { queue: 'queue.unknown', credentials: 'credential.kept' }

export function useCheckText(): (check: Pick<ShowCheck, 'code' | 'facts' | 'found'>) => string {
  const { t } = useI18n()
  const words = useFactsWithError()

  function ofQueue(facts: Facts): string[] {
    return ['unknown', 'accepted', 'leaving', 'held', 'sending'].flatMap((part) => {
      const n = Number(facts[part])
      return n > 0
        ? [t(`checks.queue.${part}${part === 'leaving' && facts['paused'] === true ? '_paused' : ''}`, n)]
        : []
    })
  }

  function ofCredentials(facts: Facts): string[] {
    const listed = (name: string, at: number): string => String([facts[name]].flat()[at])
    return [facts['kinds']].flat().map((kind, at) => {
      const named = {
        kind: t(`checks.kind.${String(kind)}`),
        trouble: t(`checks.trouble.${listed('keychain', at)}`),
        ...words({ environment: facts['environment'] ?? null }),
      }
      return t(`checks.credential.${listed('found', at)}`, named, Number(listed('operations', at)))
    })
  }

  return ({ code, facts = {}, found }) => {
    if (code === undefined || !hasLate('checks', firstOf[code] ?? code)) return found ?? ''
    if (code === 'queue') return ofQueue(facts).join(' ')
    if (code === 'credentials') return ofCredentials(facts).join(' ')
    const { said } = facts
    const named = { ...words(facts) }
    for (const time of ['when', 'end'])
      if (typeof facts[time] === 'string') named[time] = formatInstant(new Date(facts[time]))
    if (facts['rundown'] === '') Object.assign(named, { rundown: t('checks.rundown_untitled') })
    return t(`checks.${code}`, named, Number(facts['n'] ?? 1)) + (typeof said === 'string' ? ` “${said}”` : '')
  }
}

export function useNoticeText(): (notice: Pick<Notice, 'code' | 'facts' | 'message'>) => string {
  const { t } = useI18n()
  const words = useFacts()
  return ({ code, facts = {}, message }) => {
    if (code === undefined || !hasLate('notices', code)) return message ?? ''
    const named = {
      ...words(facts),
      ...(code === 'link_refused' && { why: t(`notices.link.${String(facts['why'])}`) }),
    }
    const counted =
      code === 'secrets_masked'
        ? ['rows', 'backups'].flatMap((part) => {
            const n = Number(facts[part])
            return n > 0 ? [t(`notices.secrets.${part}`, n)] : []
          })
        : []
    const aside = facts['place'] === undefined ? [] : [t('notices.aside', named)]
    return [...counted, t(`notices.${code}`, named), ...aside].join(' ')
  }
}
