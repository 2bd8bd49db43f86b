// New versions of the desk itself. Nothing is asked of the address of updates before the person said yes, nor during a
// show; a fetch that a show interrupts begins again after it.
import { DeskError } from '#contract/errors.ts'
import { lookChoices, updatesNotice, type UpdateState } from '#contract/updates.ts'
import { isoNow, type Clock, type Log, type Updater } from '../core/ports.ts'
import type { DeskEvents } from '../core/events.ts'
import type { Notices } from '../core/profile/notices.ts'
import type { SettingsStore } from '../core/profile/settings.ts'

const firstLookMs = 30_000
const intervalMs = 6 * 3_600_000
const setting = 'updates'

export interface Updates {
  get(): UpdateState
  /** Throws `not_supported` where none are offered. */
  choose(look: boolean): UpdateState
  /** Throws `invalid_state` where it was not chosen to look, or during a show. */
  look(): UpdateState
  /** Throws `invalid_state` where no version is ready. */
  install(): void
  stop(): void
}

/** An error of HTTP goes on with the headers of the answer. */
const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? ''

export function createUpdates(parts: {
  updater: Updater | undefined
  settings: Pick<SettingsStore, 'read' | 'write'>
  notices: Pick<Notices, 'add'>
  events: DeskEvents
  showIsOn: () => boolean
  clock: Clock
  log: Log
}): Updates {
  const { updater, settings, notices, events, showIsOn, clock, log } = parts
  let now: Pick<UpdateState, 'step' | 'version' | 'at' | 'cause'> = { step: 'idle' }
  let running: AbortController | undefined
  let cancelTimer = (): void => undefined

  const choice = (): UpdateState['look'] => lookChoices.find((known) => known === settings.read(setting)) ?? 'unasked'
  const get = (): UpdateState => ({ offered: updater !== undefined, look: choice(), ...now })

  function show(next: Omit<typeof now, 'at'>): void {
    now = { ...next, at: isoNow(clock) }
    events.emit('updates.changed', get())
  }
  function plan(ms: number): void {
    cancelTimer()
    cancelTimer = choice() === 'on' ? clock.after(ms, turn) : () => undefined
  }
  function turn(): void {
    plan(intervalMs)
    if (running === undefined && now.step !== 'ready' && !showIsOn()) void run()
  }

  async function run(): Promise<void> {
    if (updater === undefined) return
    const abort = new AbortController()
    running = abort
    const goesOn = () => running === abort
    try {
      show({ step: 'looking' })
      const version = await updater.look(abort.signal)
      if (!goesOn()) return
      if (version === undefined) return show({ step: 'newest' })
      show({ step: 'fetching', version })
      await updater.fetch(abort.signal)
      if (goesOn()) show({ step: 'ready', version })
    } catch (error) {
      if (!goesOn()) return
      log.write('warn', 'No update could be had', { reason: firstLine(error) })
      show({ step: 'failed', cause: updater.isUnusable(error) ? 'not_usable' : 'not_reached' })
    } finally {
      if (goesOn()) running = undefined
    }
  }
  function interrupt(): void {
    if (running === undefined) return
    running.abort()
    running = undefined
    show({ step: 'idle' })
  }

  /** Told once, and to nobody who is on air. */
  function tell(): void {
    if (updater === undefined || showIsOn() || choice() !== 'unasked') return
    notices.add({ id: updatesNotice, level: 'info', code: 'updates', at: isoNow(clock) })
  }

  const unfollow = events.subscribe((event) => {
    if (event !== 'show.changed') return
    if (showIsOn()) return interrupt()
    tell()
    if (now.step === 'idle') plan(firstLookMs)
  })
  if (updater !== undefined) plan(firstLookMs)
  tell()

  return {
    get,
    choose(look) {
      if (updater === undefined)
        throw new DeskError('not_supported', 'This desk offers no updates.', {
          facts: { reason: 'updates_not_offered' },
        })
      settings.write(setting, look ? 'on' : 'off')
      if (!look) {
        interrupt()
        cancelTimer()
      }
      events.emit('updates.changed', get())
      if (look) turn()
      return get()
    },
    look() {
      if (updater === undefined || choice() !== 'on')
        throw new DeskError('invalid_state', 'It was not chosen to look for updates.', {
          facts: { reason: 'updates_not_chosen' },
        })
      turn()
      return get()
    },
    install() {
      if (updater === undefined || now.step !== 'ready')
        throw new DeskError('invalid_state', 'No update is ready.', { facts: { reason: 'update_not_ready' } })
      updater.install()
    },
    stop() {
      unfollow()
      cancelTimer()
      running?.abort()
      running = undefined
    },
  }
}
