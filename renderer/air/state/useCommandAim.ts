import { defined } from '#contract/defined.ts'
import { useAimed } from '#kit/composables/useAim.ts'
import type { Aim } from '#kit/composables/useArming.ts'
import type { Subject } from '#kit/composables/firing/subject.ts'
import { useCommands, type Run } from '../stores/commands.ts'

/** Where live commands go, and what was sent to their records last; main builds their requests. */
export function useCommandAim(runs: () => readonly Run[], subject: () => Subject): Aim {
  const commands = useCommands()
  return useAimed(
    (environment) =>
      runs().map(({ command, record, seconds, again }) => ({
        key: record,
        again,
        newest: () => commands.newest({ command, ...defined({ record, seconds, environment }) }),
      })),
    { subject },
  )
}
