// Arming, by two presses or by holding. It ends with its time, with an interruption of the page, and when the
// environment or the subject changes.
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { EnvironmentId, IntentState } from '#contract/models.ts'
import { pressNow, type Pressed } from '../base/pressed.ts'
import { armedMs } from '#contract/access-kinds.ts'
import type { Shown } from '#contract/shown.ts'
import type { Subject } from './firing/subject.ts'
import { watchInterruption } from './interruption.ts'

export interface LatestSent {
  /** The newest intent of each record, by the key of its request; missing where it is unknown. */
  saw: ReadonlyMap<string, string | null>
  last?: { name: string; state: IntentState; at: string } | undefined
}

/** What a command is aimed at; made by `useAim`. */
export interface Aim {
  environment: () => EnvironmentId | undefined
  /** Another subject is another command. */
  subject: () => Subject
  /** Reads what was sent last. Never rejects. */
  check: () => Promise<LatestSent>
}

export function useArming(
  target: {
    aim: () => Aim | undefined
    environment?: () => EnvironmentId | undefined
    subject: () => Subject | undefined
  },
  /** `changed`: it would be another command now. `interrupted`: the page or the clock stood still. */
  broken: (why: 'changed' | 'interrupted') => void,
) {
  const latest = shallowRef<LatestSent>()
  let armed:
    | {
        at: number
        page: ReturnType<typeof watchInterruption>
        identity: string
        environment: EnvironmentId | undefined
        shown: Shown
      }
    | undefined
  let checks = 0
  let answered = 0

  const environment = (): EnvironmentId | undefined => target.aim()?.environment() ?? target.environment?.()
  const identity = (): string =>
    JSON.stringify([environment(), target.subject()?.identity, target.aim()?.subject().identity])

  function check(): void {
    const asked = (checks += 1)
    const asking = target.aim()?.check()
    if (asking === undefined) {
      answered = asked
      latest.value = undefined
      return
    }
    void asking.then((now) => {
      if (asked !== checks) return
      answered = asked
      latest.value = now
    })
  }
  function end(): void {
    armed?.page.stop()
    armed = undefined
  }
  function interrupt(why: 'changed' | 'interrupted'): void {
    end()
    broken(why)
  }
  /** Whether what was sent last is still being read. */
  const checking = (): boolean => answered !== checks

  watch(identity, () => {
    latest.value = undefined
    if (armed !== undefined) interrupt('changed')
  })
  onScopeDispose(end)

  return {
    latest,
    check,
    checking,
    /** What is armed would be another command now. */
    changed: (): boolean => armed !== undefined && armed.identity !== identity(),
    end,
    begin() {
      end()
      armed = {
        at: performance.now(),
        page: watchInterruption(() => interrupt('interrupted')),
        identity: identity(),
        environment: environment(),
        shown: (target.subject() ?? target.aim()?.subject())?.shown ?? {},
      }
      check()
    },
    /** Undefined where the press does not count. */
    press(event?: Event): Pressed | undefined {
      if (armed === undefined || checking()) return undefined
      if (performance.now() - armed.at >= armedMs || armed.identity !== identity() || !armed.page.uninterrupted(event))
        return undefined
      return pressNow(armed.environment, latest.value?.saw, armed.shown)
    },
  }
}
