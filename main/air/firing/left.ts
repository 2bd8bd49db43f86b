// What an end left on air because it was not shown when it was armed: told to every window, until all of it is seen to be
// off, the same stream is started or ended anew, or a person dismisses it.
import type { Firing, LeftOnAir } from '#contract/air/firing.ts'
import { DeskError, messageOf } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { LiveValue } from '#contract/live.ts'
import { watchKey } from '#contract/watch-key.ts'
import { destinationsOf } from '#answers/broadcast/destinations.ts'
import { statusOperation } from '#answers/stream-status.ts'
import { detailsList, watchOf } from '../commands/reads.ts'
import type { CommandParts } from '../commands/types.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'
import { isNotKept } from '../../platform/ledger/stops/unkept.ts'
import { listenerFailed } from '../../core/log.ts'
import { stateOf } from './observe.ts'

const setting = 'firing/left'
const mostKept = 20

interface Parts extends Pick<CommandParts, 'watching' | 'choiceOf' | 'clock' | 'log'> {
  settings: Pick<SettingsStore, 'read' | 'write'>
  /** What a backup says of it may be long over. */
  restored: boolean
}

export function createLeft({ settings, watching, choiceOf, clock, log, restored }: Parts) {
  const listeners = createListeners<[LeftOnAir[]]>(listenerFailed(log))
  let all = restored ? [] : ((settings.read(setting) as LeftOnAir[] | undefined) ?? [])

  function write(next: readonly LeftOnAir[]): void {
    try {
      settings.write(setting, [...next])
    } catch (error) {
      if (isNotKept(error)) throw error
      log.write('error', 'What an end left on air could not be kept.', { reason: messageOf(error) })
    }
  }
  function take(next: LeftOnAir[]): void {
    all = next
    listeners.emit(all)
  }
  function change(next: LeftOnAir[]): void {
    take(next)
    try {
      write(next)
    } catch (error) {
      log.write('error', 'What an end left on air could not be kept.', { reason: messageOf(error) })
    }
  }

  /** A start or an end of a stream says anew what is left of it. */
  function after({ id, kind, environment, stream, left = [], firedAt }: Firing): LeftOnAir[] | undefined {
    if (kind === 'cue' || stream === undefined) return undefined
    const others = all.filter((one) => one.environment !== environment || one.stream.id !== stream.id)
    if (left.length === 0 && others.length === all.length) return undefined
    const own = left.length === 0 ? [] : [{ firing: id, environment, stream, destinations: left, at: firedAt }]
    return [...others, ...own].slice(-mostKept)
  }

  /** Without those that are seen to be off by now. */
  function without(one: LeftOnAir, { key, environment, answer }: LiveValue): LeftOnAir[] {
    const { stream, destinations, at } = one
    const watch = watchOf('destinations', { environment, stream }, false)
    const isOfIt = one.environment === environment && watch !== undefined && key === watchKey(watch)
    if (!isOfIt || answer === undefined || answer.receivedAt <= at) return [one]
    const list = choiceOf(environment, detailsList)?.list
    const airWords = choiceOf(environment, statusOperation)?.airWords
    const read = destinationsOf(answer.data, [], stream.id, list, clock.now(), airWords)
    const rest = destinations.filter(
      ({ record }) => stateOf(read.find(({ key: known }) => known === record)?.read, 'stop') !== 'so',
    )
    return rest.length === 0 ? [] : [rest.length === destinations.length ? one : { ...one, destinations: rest }]
  }

  const stop = watching.onValue((value) => {
    if (all.length === 0) return
    const next = all.flatMap((one) => without(one, value))
    if (next.length !== all.length || next.some((one, place) => one !== all[place])) change(next)
  })

  return {
    list: (): LeftOnAir[] => all,
    /** In the commit that begins the firing. */
    keep(firing: Firing): void {
      const next = after(firing)
      if (next !== undefined) write(next)
    },
    /** Once it has begun. */
    began(firing: Firing): void {
      const next = after(firing)
      if (next !== undefined) take(next)
    },
    /** Throws DeskError `not_found_here` where that end left nothing that is still told. */
    dismiss(firing: string): LeftOnAir[] {
      const next = all.filter((one) => one.firing !== firing)
      if (next.length === all.length) throw new DeskError('not_found_here', `Nothing is told of the end ${firing}.`)
      change(next)
      return all
    },
    onChange: listeners.add,
    close: stop,
  }
}
