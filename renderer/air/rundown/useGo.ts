// Go: the next cue is fired step by step, and goes on where it waits for the person.
import { computed, ref, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Pressed } from '#kit/base/pressed.ts'
import { subjectOf } from '#kit/composables/firing/subject.ts'
import { stepInQuestion, useStepText } from '#kit/composables/firing/useStepText.ts'
import { formatClock } from '#kit/composables/time/time.ts'
import { useLink } from '#kit/composables/useLink.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useFiring } from '../stores/firing.ts'
import { useRundown } from '../stores/rundown.ts'

export function useGo() {
  const { t } = useI18n()
  const { link } = useLink()
  const environments = useEnvironments()
  const rundown = useRundown()
  const firing = useFiring()
  const stepText = useStepText()
  void firing.ensure()
  const here = computed(() => environments.selected?.id)
  const titleOf = (title: string): string => title || t('live.go.untitled')

  const underWay = computed(() => firing.current?.state === 'running' || firing.current?.state === 'waiting')
  /** The firing of a cue of this show that runs, waits, or was stopped and not dismissed. */
  const fired = computed(() => {
    const { current } = firing
    return current && current.kind === 'cue' && current.environment === here.value ? current : undefined
  })
  const steps = computed(() => fired.value?.steps ?? [])
  const waiting = computed(() => steps.value.find(({ state }) => state === 'waiting'))
  /** Money and deletions are held at the desk, and wait for it. */
  const needsHold = computed(() => fired.value?.because === 'hold_needed' && waiting.value !== undefined)

  const refusal = computed(() => {
    const { position } = rundown
    if (link.value !== 'open') return t('live.go.refused.link')
    if (position === undefined) return t('live.go.refused.reading')
    if (position === null) return t('live.go.refused.none')
    if (underWay.value) return t(fired.value === undefined ? 'live.go.refused.other' : 'live.go.refused.running')
    return position.next === undefined ? t('live.go.refused.end') : undefined
  })
  /** Another cue, or another revision of it, is another command. */
  const subject = computed(() => {
    const { rundown: id, revision, position, shown = {} } = rundown.position ?? {}
    return subjectOf('go', shown, id, revision, position)
  })

  /** Who fired the cue that is on, where it was not this window. */
  const told = ref<string>()
  watch(
    () => rundown.position?.now?.firing,
    (id, before) => {
      told.value = undefined
      const now = rundown.position?.now
      if (id === undefined || before === id || now === undefined || busy.value || id === rundown.own) return
      // What was fired before this window looked is no news.
      if (Date.now() - Date.parse(now.firedAt) > 10_000) return
      const time = formatClock(new Date(now.firedAt))
      const by = firing.current?.id === id ? firing.current.by : undefined
      told.value =
        by === undefined
          ? t('live.go.elsewhere', { title: titleOf(now.cue.title), time })
          : t('live.go.elsewhereBy', { title: titleOf(now.cue.title), time, by })
      // A refusal of this window's own Go, where it came first, says less.
      if (act.error.value?.code === 'conflict') act.reset()
    },
  )

  const act = useOperation(async (what: 'go' | 'on' | 'stop' | 'move', pressed?: Pressed, cue?: string) => {
    told.value = undefined
    const { current } = firing
    if (what === 'move') {
      if (cue !== undefined) await rundown.move(cue)
    } else if (what === 'stop') {
      if (current) await firing.stop(current.id)
    } else if (pressed === undefined) return
    else if (what === 'go') await rundown.go(pressed)
    else if (waiting.value !== undefined && current) await firing.proceed(current.id, waiting.value.id)
    else if (current) await firing.resume(current.id, pressed)
  })
  const busy = act.busy

  const stateText = computed(() => {
    if (fired.value === undefined) return ''
    const { state, because = 'unnamed' } = fired.value
    const at = stepInQuestion(fired.value)
    const step = at === undefined ? '' : stepText(at)
    if (needsHold.value) return t('live.go.hold', { step })
    if (waiting.value?.action.kind === 'wait') return t('live.go.waits', { text: waiting.value.action.text })
    return t(`encoder.both.state.${state}`, { step, why: t(`encoder.both.because.${because}`, { step }) })
  })

  return {
    here,
    titleOf,
    fired,
    steps,
    waiting,
    needsHold,
    underWay,
    refusal,
    subject,
    told,
    busy,
    error: act.error,
    stateText,
    go: (pressed: Pressed) => act.run('go', pressed),
    goOn: (pressed: Pressed) => act.run('on', pressed),
    stop: () => act.run('stop'),
    move: (cue: string) => act.run('move', undefined, cue),
  }
}
