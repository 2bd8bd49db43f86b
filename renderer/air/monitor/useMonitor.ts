// What viewers see, played at the desk: a session of main, the player, and what is wrong with what plays.
import { computed, onBeforeUnmount, ref, shallowRef, watch, type Ref } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import type { MonitorSource } from '#contract/air/monitor.ts'
import { useBroadcast } from '../stores/broadcast.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useMonitorState, type Finding } from '../stores/monitor.ts'
import { createJudge, type Fault, type Found, type Picture } from './judge.ts'
import { createPictureReader } from './picture.ts'
import type { Player, PlayerProblem } from './player.ts'
import { createSound, type Levels, type Sound } from './sound.ts'

const tickMs = 100
/** The picture is read at every fourth tick. */
const pictureEvery = 4
/** An alarm counts for 5 s. */
const reportEvery = 15
const againMs = [2_000, 4_000, 8_000, 15_000] as const

const codes: Record<Fault, Finding['code']> = {
  black: 'program_black',
  frozen: 'program_frozen',
  silent: 'program_silent',
  noPicture: 'program_no_picture',
  standing: 'program_unreachable',
}

export interface MonitorOptions {
  /** On the stage nothing is heard, judged or reported. */
  judged: boolean
  /** Whether viewers should get something now. */
  live?: () => boolean
  /** Told ten times a second, outside of Vue: what moves so often draws itself. */
  onLevels?: (levels: Levels | undefined) => void
}

export function useMonitor(video: Readonly<Ref<HTMLVideoElement | null>>, options: MonitorOptions) {
  const monitor = useMonitorState()
  const environments = useEnvironments()
  const broadcast = useBroadcast()

  const sources = shallowRef<readonly MonitorSource[]>()
  const source = ref<string>()
  const error = shallowRef<DeskError>()
  const problem = ref<PlayerProblem>()
  const found = shallowRef<Found>({})
  const delay = shallowRef<ReturnType<Player['delay']>>()
  const playing = ref(false)
  const pictured = ref(false)
  const audible = ref(false)
  const heard = ref(false)

  const judge = createJudge(Date.now())
  let failedAt: number | undefined
  let player: Player | undefined
  let ticket: string | undefined
  let sound: Sound | undefined
  let readPicture: (() => Picture) | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  /** The newest opening; an answer to an earlier one is dropped. */
  let opening = 0

  function end(): void {
    clearTimeout(again)
    opening += 1
    player?.stop()
    player = undefined
    if (ticket !== undefined) void monitor.close(ticket).catch(() => undefined)
    ticket = undefined
  }

  function fail(why: PlayerProblem | DeskError): void {
    if (typeof why === 'string') problem.value = why
    else error.value = why
    failedAt ??= Date.now()
    playing.value = false
    end()
    again = setTimeout(() => void open(), againMs[Math.min(tries++, againMs.length - 1)])
  }

  async function open(): Promise<void> {
    end()
    const mine = opening
    const environment = environments.selected?.id
    const element = video.value
    if (environment === undefined || element === null) return
    try {
      const [answer, { play }] = await Promise.all([
        monitor.open({ environment, ...(source.value !== undefined && { source: source.value }) }),
        import('./player.ts'),
      ])
      if (mine !== opening) {
        if (answer.session !== undefined) void monitor.close(answer.session.ticket).catch(() => undefined)
        return
      }
      sources.value = answer.sources
      error.value = undefined
      if (answer.session === undefined) return
      source.value = answer.session.source
      ticket = answer.session.ticket
      player = play(element, answer.session, fail)
    } catch (caught) {
      if (mine === opening) fail(asDeskError(caught))
    }
  }

  /** Begins anew, by a person's act or with another broadcast. */
  function restart(): void {
    tries = 0
    failedAt = undefined
    problem.value = undefined
    error.value = undefined
    playing.value = false
    pictured.value = false
    sources.value = undefined
    found.value = {}
    delay.value = undefined
    judge.restart(Date.now())
    void open()
  }

  function choose(id: string): void {
    source.value = id
    restart()
  }

  let ticks = 0
  function tick(): void {
    const element = video.value
    if (element === null) return
    ticks += 1
    const now = Date.now()
    const position = element.currentTime
    judge.progress(now, position)
    const moves = player !== undefined && !element.paused && judge.found().standing === undefined && position > 0
    if (moves && element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) {
      playing.value = true
      problem.value = undefined
      failedAt = undefined
      tries = 0
    }
    if (options.judged) {
      const levels = playing.value ? sound?.levels() : undefined
      audible.value = levels !== undefined
      options.onLevels?.(levels)
      judge.sound(now, position, levels?.level)
      const seen = document.visibilityState === 'visible'
      if (ticks % pictureEvery === 0 || !seen) {
        const picture = seen ? readPicture?.() : undefined
        judge.picture(now, position, picture)
        if (picture !== undefined) pictured.value = picture !== 'none'
      }
    }
    const { standing = failedAt, ...others } = judge.found()
    const next: Found = sources.value?.length === 0 ? {} : { ...others, ...(standing !== undefined && { standing }) }
    const changed = !sameFound(next, found.value)
    if (changed) found.value = next
    if (ticks % 10 === 0) delay.value = player?.delay()
    if (options.judged && (changed || ticks % reportEvery === 0)) report()
  }

  let reported = false
  function report(): void {
    const live = options.live?.() ?? false
    const findings = Object.entries(found.value).flatMap(([fault, since]): Finding[] =>
      // Before the start nobody is waiting for it.
      fault === 'standing' && !live
        ? []
        : [{ code: codes[fault as Fault], level: live ? 'alarm' : 'attention', since: new Date(since).toISOString() }],
    )
    if (findings.length > 0 || reported) void monitor.report(findings).catch(() => undefined)
    reported = findings.length > 0
  }

  let timer: ReturnType<typeof setInterval> | undefined
  watch(
    video,
    (element) => {
      if (element === null || timer !== undefined) return
      element.muted = true
      if (options.judged) {
        readPicture = createPictureReader(element)
        sound = createSound(element, () => (element.muted = false))
      }
      timer = setInterval(tick, tickMs)
      restart()
    },
    { immediate: true, flush: 'post' },
  )
  watch(
    () => [environments.selected?.id, broadcast.current?.stream?.id, monitor.current?.address],
    () => {
      source.value = undefined
      restart()
    },
  )
  watch(heard, (on) => sound?.hear(on))
  onBeforeUnmount(() => {
    clearInterval(timer)
    end()
    sound?.close()
    found.value = {}
    if (reported) report()
  })

  return {
    /** Undefined until they were read. */
    sources,
    source,
    /** Why the address could not be read from the platform. */
    error,
    /** Why it does not play. */
    problem,
    found,
    delay,
    playing,
    /** Whether a picture was seen. */
    pictured,
    /** Whether the browser lets the page measure the sound. */
    audible,
    /** Whether a person hears it. */
    heard,
    nothing: computed(() => sources.value?.length === 0),
    choose,
    restart,
  }
}

const sameFound = (a: Found, b: Found): boolean => {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<Fault>
  return [...names].every((name) => a[name] === b[name])
}
