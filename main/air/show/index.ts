// Show mode: the checks before a show, the show itself and its report. The README names what guards a show elsewhere.
import { randomUUID } from 'node:crypto'
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { Show, ShowCheck, ShowReport, ShowState } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { isoNow } from '../../core/ports.ts'
import { createFollow, type FollowParts } from './follow.ts'
import { createPreflight, type PreflightParts } from './preflight.ts'
import type { AtRest } from '../../core/keychain/at-rest.ts'
import { reportOf, type ReportParts } from './report.ts'
import type { Shows } from './shows.ts'
import type { KeptShow, ShowMode } from './types.ts'

export { createShows } from './shows.ts'
export type { ShowMode } from './types.ts'

export interface ShowParts extends PreflightParts, Pick<FollowParts, 'choiceOf'>, Pick<ReportParts, 'cues'> {
  shows: Shows
  atRest: Pick<AtRest, 'leaveOut'>
  onChange: (state: ShowState) => void
}

/** Results of the checks count for so long when a show begins. */
const freshMs = 60_000

export function createShow(parts: ShowParts): ShowMode {
  const { shows, environments, atRest, clock, onChange } = parts
  const preflight = createPreflight(parts)
  const follow = createFollow(parts)
  let running = shows.running()
  if (running !== undefined) follow.begin(running)
  let checking: { environment: EnvironmentId; chosen: string; checks: Promise<ShowCheck[]> } | undefined
  let last: { environment: EnvironmentId; chosen: string; at: number; checks: ShowCheck[] } | undefined

  const state = (): ShowState => (running === undefined ? {} : { show: running })

  /** What the check looked at: another choice makes its results old. */
  function chosenIn(environment: EnvironmentId): string {
    const { stream, poll, link } = parts.broadcast(environment)
    return JSON.stringify([stream?.id, poll?.id, link?.id])
  }

  function check(given?: string): Promise<ShowCheck[]> {
    const environment = environments.selected()
    // Of another stream nothing is kept: the show that begins is the chosen one's.
    if (given !== undefined && given !== parts.broadcast(environment).stream?.id) return preflight(environment, given)
    const chosen = chosenIn(environment)
    if (checking?.environment === environment && checking.chosen === chosen) return checking.checks
    const begun = {
      environment,
      chosen,
      checks: preflight(environment).then((checks) => {
        last = { environment, chosen, at: clock.now(), checks }
        if (checking === begun) checking = undefined
        return checks
      }),
    }
    checking = begun
    return begun.checks
  }

  /** The results that the person has seen, where they are fresh. */
  async function known(environment: EnvironmentId): Promise<ShowCheck[]> {
    const chosen = chosenIn(environment)
    if (checking?.environment === environment && checking.chosen === chosen) return checking.checks
    const age = last === undefined ? Infinity : clock.now() - last.at
    return last?.environment === environment && last.chosen === chosen && age >= 0 && age <= freshMs
      ? last.checks
      : check()
  }

  function refuseSecond(): void {
    if (running === undefined) return
    throw new DeskError('invalid_state', `A show is on already: ${running.title}.`, {
      facts: { reason: 'show_on', title: running.title },
    })
  }

  function theShow(): Show {
    if (running !== undefined) return running
    throw new DeskError('invalid_state', 'No show is on.', { facts: { reason: 'no_show' } })
  }

  const report = (show: KeptShow): Promise<ShowReport> =>
    reportOf({ ...parts, passedOver: shows.passedOver(show.id), followed: follow.of(show.id) }, show)

  return {
    get: state,
    check,
    async enter({ title: given, plannedEndAt }) {
      refuseSecond()
      const { value: title, leftOut } = atRest.leaveOut(given, 'title')
      if (plannedEndAt !== undefined && Date.parse(plannedEndAt) <= clock.now()) {
        throw new DeskError('invalid_input', 'The planned end is in the past.', {
          facts: { reason: 'show_end_past' },
          fields: [{ path: 'plannedEndAt', message: 'In the past', reason: 'in_the_past' }],
        })
      }
      const environment = environments.selected()
      const checks = await known(environment)
      // The checks took a moment, and there may be other windows.
      refuseSecond()
      if (environments.selected() !== environment) {
        throw new DeskError('conflict', 'Another environment was selected during the checks.', {
          facts: { reason: 'environment_changed_meanwhile' },
        })
      }
      const show: Show = {
        id: randomUUID(),
        title,
        environment,
        startedAt: isoNow(clock),
        ...(plannedEndAt !== undefined && { plannedEndAt }),
      }
      shows.begin(
        show,
        checks.filter(({ state: found }) => found !== 'ok'),
      )
      running = show
      follow.begin(show)
      last = undefined
      onChange(state())
      return leftOut.length === 0 ? state() : { ...state(), leftOut }
    },
    async leave() {
      const show = theShow()
      const endedAt = isoNow(clock)
      shows.end(show.id, endedAt)
      running = undefined
      follow.end()
      onChange(state())
      return await report({ ...show, endedAt })
    },
    say(given) {
      const show = theShow()
      const { value: text, leftOut } = atRest.leaveOut(given, 'text')
      const said = text === '' ? undefined : { text, at: isoNow(clock) }
      shows.say(show.id, said)
      running = { ...show, ...defined({ said }) }
      if (said === undefined) delete running.said
      onChange(state())
      return leftOut.length === 0 ? state() : { ...state(), leftOut }
    },
    list: (limit) => shows.list(limit),
    async report(id) {
      const show = shows.find(id)
      if (show === undefined) throw new DeskError('not_found_here', 'There is no such show.')
      return await report(show)
    },
    take: (value) => follow.take(value),
    stop: () => follow.flush(),
  }
}
