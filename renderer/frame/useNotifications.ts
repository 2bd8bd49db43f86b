import { onBeforeUnmount, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { Intent, IntentState } from '#contract/models.ts'
import { useDeedText } from '#kit/composables/deed/useDeedText.ts'
import { useArmed } from '#air/stores/armed.ts'
import { useConnection } from '#kit/stores/connection.ts'
import { useDesk } from '#kit/stores/desk.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { useSettings } from '#kit/stores/settings.ts'
import { useShow } from '#kit/stores/show.ts'

/** A person who pressed and left waits for how these end. */
const waits: ReadonlySet<IntentState> = new Set(['queued', 'accepted', 'unknown'])
const ends: ReadonlySet<IntentState> = new Set(['confirmed', 'rejected', 'cancelled'])
/** Milliseconds; a write that went out at once did not wait. */
const longWait = 10_000
/** Milliseconds; a script ends hundreds of writes in that time, and they are told together. */
const gathering = 1_000

const elsewhere = (): boolean => document.hidden || !document.hasFocus()

/**
 * Notifications of the system while another window has the focus: a write whose outcome a person has to find out or that the platform
 * refused, one that waited and has ended, a command that a controller asks for, and in a show a platform that can't be
 * reached. They name no people, since screens are shared.
 */
export function useNotifications(): void {
  const { t } = useI18n()
  const router = useRouter()
  const desk = useDesk()
  const settings = useSettings()
  const connection = useConnection()
  const ledger = useLedger()
  const armed = useArmed()
  const show = useShow()
  const deeds = useDeedText()
  const waiting = new Map<string, { state: IntentState | 'asking'; since: number }>()
  let ended: Intent[] = []
  let telling: ReturnType<typeof setTimeout> | undefined

  /** Notifications of one topic replace each other, also those of another window of the desk. */
  function notify(topic: string, title: string, body: string, place: string): void {
    if (!settings.values.notify || !elsewhere()) return
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    const notification = new Notification(title, { body, tag: topic })
    notification.addEventListener('click', () => {
      void desk.bringUp().catch(() => undefined)
      void router.push(place)
      notification.close()
    })
  }

  function tell(): void {
    telling = undefined
    for (const [state, intents] of Map.groupBy(ended, (intent) => intent.state)) {
      const [first] = intents
      if (intents.length === 1 && first !== undefined)
        notify(state, t(`common.state.${state}`), deeds.kept(first), `/activity?id=${first.id}`)
      else notify(state, t(`common.state.${state}`), t('frame.notify.several', intents.length), '/activity')
    }
    ended = []
  }

  function follow(intent: Intent): void {
    const { id, state } = intent
    const before = waiting.get(id)
    const asks = state === 'accepted' && intent.evidence.at(-1)?.facts?.['next'] === 'decide'
    const now = asks ? 'asking' : state
    if (before?.state === now) return
    if (waits.has(state)) waiting.set(id, { state: now, since: performance.now() })
    else if (ends.has(state)) waiting.delete(id)
    const waited = before !== undefined && (before.state !== 'queued' || performance.now() - before.since > longWait)
    if (!asks && state !== 'unknown' && state !== 'rejected' && !(waited && ends.has(state))) return
    ended.push(intent)
    telling ??= setTimeout(tell, gathering)
  }

  const unfollow = ledger.onChange(follow)
  onBeforeUnmount(() => {
    unfollow()
    clearTimeout(telling)
  })
  watch(
    () => armed.current,
    (now) => {
      if (now !== null)
        notify(
          'armed',
          t('frame.armed.by', { name: now.by }),
          t(`frame.armed.${now.command}`, { name: now.name }),
          '/live',
        )
    },
  )
  watch(
    () => connection.current?.state,
    (state) => {
      if (state === 'unreachable' && show.on) notify('connection', t('frame.connection.unreachable'), '', '/live')
    },
  )
}
