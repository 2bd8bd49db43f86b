// What every arming has in common, pressed twice or held: it ends with its time, with a break of the page, and where the environment or the
// subject becomes another one; and it asks, when it begins, what was sent last.
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { ShallowRef } from 'vue'
import type { EnvironmentId, IntentState } from '#contract/models.ts'
import { pressNow } from './pressed.ts'
import type { Pressed } from './pressed.ts'
import { watchPage } from './steady-page.ts'
import type { SteadyPage } from './steady-page.ts'

/** So long a thing stays armed. */
export const armedMs = 5_000

/** What is known of the records that a command is about. */
export interface Sight {
  /** The newest intent of each record, by the key of its request; missing where it can't be told. */
  saw: ReadonlyMap<string, string | null>
  /** The newest of all. */
  last?: { name: string; state: IntentState; at: string } | undefined
}

/** What a command is aimed at. A screen makes it with `useAim`, and components only look through it. */
export interface Aim {
  environment: () => EnvironmentId | undefined
  /** Names what it is about: another one is another command. */
  subject: () => string
  /** Asks what was sent last. Never rejects. */
  look: () => Promise<Sight>
}

export interface Arming {
  /** What was sent last, as it was told at the newest look. */
  sight: ShallowRef<Sight | undefined>
  begin: () => void
  end: () => void
  /** Whether the look that it began with has not been answered yet: nobody can decide before. */
  looking: () => boolean
  /** What this press decides; undefined where it does not count. */
  press: (event?: Event) => Pressed | undefined
  /** Looks without arming. */
  look: () => void
}

export function useArming(
  target: { aim: () => Aim | undefined; environment?: () => EnvironmentId | undefined; subject: () => string },
  broken: () => void,
): Arming {
  const sight = shallowRef<Sight>()
  let armed: { at: number; page: SteadyPage; mark: string; environment: EnvironmentId | undefined } | undefined
  let looks = 0
  let answered = 0

  const environment = (): EnvironmentId | undefined => target.aim()?.environment() ?? target.environment?.()
  const mark = (): string => JSON.stringify([environment(), target.subject(), target.aim()?.subject()])

  function look(): void {
    const asked = (looks += 1)
    const asking = target.aim()?.look()
    if (asking === undefined) {
      answered = asked
      sight.value = undefined
      return
    }
    void asking.then((now) => {
      if (asked !== looks) return
      answered = asked
      sight.value = now
    })
  }
  function end(): void {
    armed?.page.stop()
    armed = undefined
  }
  function lose(): void {
    end()
    broken()
  }
  const looking = (): boolean => answered !== looks

  watch(mark, () => {
    sight.value = undefined
    if (armed !== undefined) lose()
  })
  onScopeDispose(end)

  return {
    sight,
    look,
    looking,
    end,
    begin() {
      end()
      armed = { at: performance.now(), page: watchPage(lose), mark: mark(), environment: environment() }
      look()
    },
    press(event) {
      if (armed === undefined || looking()) return undefined
      if (performance.now() - armed.at >= armedMs || armed.mark !== mark() || !armed.page.holds(event)) return undefined
      return pressNow(armed.environment, sight.value?.saw)
    },
  }
}
