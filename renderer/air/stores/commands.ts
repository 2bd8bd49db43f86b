// Live commands, as a page, a dock and a controller run them: main builds the request. And what this page may run.
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { Grant } from '#contract/access.ts'
import { commandNames, type CommandName } from '#contract/access-kinds.ts'
import type { BridgeInput } from '#contract/bridge.ts'
import type { CommandOutcome } from '#contract/commands.ts'
import type { Decision } from '#contract/command.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { call, caller, onOpen } from '#kit/bridge/index.ts'
import { decisionHere } from '#kit/stores/decision-here.ts'

/** A command without the decision of its press. */
export type Run = Omit<BridgeInput<'command.run'>, keyof Decision>

export const useCommands = defineStore('commands', () => {
  /** Null for the desk itself, undefined until it is known. */
  const grant = ref<Grant | null | undefined>(null)

  /** Those that this page may run. */
  const commands = computed(() => (grant.value === null ? commandNames : (grant.value?.commands ?? [])))

  return {
    grant,
    /** A press asks the desk, where a person fires. */
    asks: computed(() => grant.value?.mode === 'arm'),
    commands,
    may: (command: CommandName): boolean => commands.value.includes(command),
    /**
     * Runs a command; with a grant that arms it answers once a person fired, or nobody did. `key` tells the commands of one
     * press apart. @throws DeskError
     */
    run: async (run: Run, pressed: Pressed, key?: string): Promise<CommandOutcome> =>
      await call('command.run', { ...run, ...decisionHere(pressed, key) }),
    newest: caller('command.newest'),
    /** For a page of a grant. */
    init(): void {
      grant.value = undefined
      onOpen(() => {
        void call('access.own').then(
          (own) => (grant.value = own.grant),
          () => undefined,
        )
      })
    },
  }
})
