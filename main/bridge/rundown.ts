import { DeskError } from '#contract/errors.ts'
import { mayCommand } from '../core/access/rules.ts'
import { environmentOf, nameOf, type Caller } from '../core/types.ts'
import type { HandlersOf, Services } from './handlers.ts'
import type { Tasks } from './tasks.ts'

export function rundownHandlers(
  { rundowns, commands, environments }: Pick<Services, 'rundowns' | 'commands' | 'environments'>,
  tasks: Tasks,
): HandlersOf<'rundown'> {
  const { show, dryRuns } = rundowns

  /** Throws DeskError `forbidden` for a grant that does not press Go. */
  function refuse(caller: Caller): void {
    const environment = environments.selected()
    if (mayCommand(caller, 'go', { selected: environment })) return
    throw new DeskError('forbidden', `This grant does not press Go in ${environment}.`, {
      facts: { reason: 'command_not_granted', command: 'go', environment },
    })
  }

  return {
    'rundown.list': (filter) => rundowns.list(filter),
    'rundown.get': ({ id, revision }) => rundowns.get(id, revision),
    'rundown.save': (input, caller) => rundowns.save(input, nameOf(caller)),
    'rundown.history': (input, caller) => rundowns.history(input, environmentOf(caller)),
    'rundown.revert': (input, caller) => rundowns.revert(input, nameOf(caller)),
    'rundown.remove': async (input, caller) => {
      await rundowns.remove(input, nameOf(caller))
      return {}
    },
    'rundown.restore': ({ id }) => rundowns.restore(id),
    'rundown.copy': (input, caller) => rundowns.copy(input, nameOf(caller)),
    'rundown.choose': ({ environment, id }) => ({ position: show.choose(environment, id) }),
    'rundown.position': ({ environment }) => ({ position: show.position(environment) }),
    'rundown.go': (input, caller) => {
      refuse(caller)
      const { id, press } = input
      return commands.asGranted(
        { command: 'go', record: id, name: () => show.position(input.environment)?.next?.title ?? '', press },
        caller,
        // A grant's press counts from the moment at which the person at the desk fired it.
        async ({ firedAt, mayGo }) => ({
          outcome: 'fired' as const,
          ...(await show.go({ ...input, pressedAt: firedAt ?? input.pressedAt }, { by: nameOf(caller), mayGo })),
        }),
      )
    },
    'rundown.move': (input, caller) => {
      refuse(caller)
      return { position: show.move(input) }
    },
    'rundown.dryRun': ({ id, revision }) => dryRuns.begin(id, revision),
    'rundown.dryRunLast': ({ id }) => ({ run: dryRuns.last(id) }),
    'rundown.dryRunCancel': async ({ id }) => ({ run: await dryRuns.cancel(id) }),
    'rundown.importPreview': (input) => tasks.run(input.task, (reading) => rundowns.preview(input, reading)),
    'rundown.import': (input, caller) =>
      tasks.run(input.task, (reading) => rundowns.import(input, nameOf(caller), reading)),
    'rundown.export': (input) => rundowns.export(input),
  }
}
