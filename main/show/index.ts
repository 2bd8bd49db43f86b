// Show mode: from the look before a show to the report after it. While a show is on, the bridge refuses what would move the desk
// elsewhere (main/bridge/show-guard.ts), Electron asks before it closes, and screens arm and mask.
import { randomUUID } from 'node:crypto'
import { DeskError } from '#contract/errors.ts'
import type { Show, ShowCheck, ShowReport, ShowState } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { createLook } from './preflight.ts'
import type { AtRest } from '../keychain/at-rest.ts'
import type { LookParts } from './preflight.ts'
import { reportOf } from './report.ts'
import type { Shows } from './shows.ts'
import type { KeptShow, ShowMode } from './types.ts'

export { createShows } from './shows.ts'
export type { ShowMode } from './types.ts'

export interface ShowParts extends LookParts {
  shows: Shows
  atRest: Pick<AtRest, 'leaveOut'>
  /** A show began or ended. */
  onChange: (state: ShowState) => void
}

/** A look this old still says what was passed over. */
const freshMs = 60_000

export function createShow(parts: ShowParts): ShowMode {
  const { shows, environments, atRest, clock, onChange } = parts
  const look = createLook(parts)
  let running = shows.running()
  let looking: { environment: EnvironmentId; checks: Promise<ShowCheck[]> } | undefined
  let last: { environment: EnvironmentId; at: number; checks: ShowCheck[] } | undefined

  const state = (): ShowState => (running === undefined ? {} : { show: running })
  const iso = () => new Date(clock.now()).toISOString()

  function check(): Promise<ShowCheck[]> {
    const environment = environments.selected()
    if (looking?.environment === environment) return looking.checks
    const begun = {
      environment,
      checks: look(environment).then((checks) => {
        last = { environment, at: clock.now(), checks }
        if (looking === begun) looking = undefined
        return checks
      }),
    }
    looking = begun
    return begun.checks
  }

  /** What the person has seen, where that is not long ago; else what there is to see now. */
  async function known(environment: EnvironmentId): Promise<ShowCheck[]> {
    if (looking?.environment === environment) return looking.checks
    const age = last === undefined ? Infinity : clock.now() - last.at
    return last?.environment === environment && age >= 0 && age <= freshMs ? last.checks : check()
  }

  function refuseSecond(): void {
    if (running === undefined) return
    throw new DeskError(
      'invalid_state',
      `A show is on already: ${running.title}. It goes on as it was. Leave it before you enter another.`,
    )
  }

  const report = (show: KeptShow): Promise<ShowReport> =>
    reportOf({ ...parts, passedOver: shows.passedOver(show.id) }, show)

  return {
    get: state,
    check,
    async enter({ title: given, plannedEndAt }) {
      refuseSecond()
      const { value: title, leftOut } = atRest.leaveOut(given, 'title')
      if (plannedEndAt !== undefined && Date.parse(plannedEndAt) <= clock.now()) {
        throw new DeskError(
          'invalid_input',
          'The planned end lies in the past. No show was begun. Choose a later end, or none.',
          { fields: [{ path: 'plannedEndAt', message: 'Lies in the past' }] },
        )
      }
      const environment = environments.selected()
      const checks = await known(environment)
      // The look took a moment, and there are other windows.
      refuseSecond()
      if (environments.selected() !== environment) {
        throw new DeskError(
          'conflict',
          'Another environment was chosen while the desk was looking. No show was begun. Look at the checks of this one, then enter.',
        )
      }
      const show: Show = {
        id: randomUUID(),
        title,
        environment,
        startedAt: iso(),
        ...(plannedEndAt !== undefined && { plannedEndAt }),
      }
      shows.begin(
        show,
        checks.filter(({ state: found }) => found !== 'ok'),
      )
      running = show
      last = undefined
      onChange(state())
      return leftOut.length === 0 ? state() : { ...state(), leftOut }
    },
    leave() {
      const show = running
      if (show === undefined)
        return Promise.reject(
          new DeskError(
            'invalid_state',
            'No show is on, so there is none to leave. The reports of earlier shows are in their list.',
          ),
        )
      const endedAt = iso()
      shows.end(show.id, endedAt)
      running = undefined
      onChange(state())
      return report({ ...show, endedAt })
    },
    list: (limit) => shows.list(limit),
    async report(id) {
      const show = shows.find(id)
      if (show === undefined)
        throw new DeskError(
          'not_found_here',
          'This show is not on the desk. Everything else is safe. Choose one from the list of shows.',
        )
      return await report(show)
    },
  }
}
