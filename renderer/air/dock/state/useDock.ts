// Who this dock is at the desk, and what it can run now.
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Grant } from '#contract/access.ts'
import { recordCommands, type RecordCommand } from '#contract/access-kinds.ts'
import type { CommandOutcome, CommandTarget } from '#contract/commands.ts'
import { defined } from '#contract/defined.ts'
import type { Shown } from '#contract/shown.ts'
import { call, on, onOpen } from '#kit/bridge/index.ts'
import { oneAtATime } from '#kit/base/one-at-a-time.ts'
import { createCache } from '#kit/stores/cache.ts'

const soonMs = 250

/** A command with its record. */
export interface Run {
  command: RecordCommand
  record?: string | undefined
  title?: string | undefined
  /** Of its target, as it was shown. */
  shown?: Shown | undefined
}

export const useDock = defineStore('dock', () => {
  /** Null for the desk itself, undefined until it is known. */
  const grant = ref<Grant | null>()
  const targets = shallowRef<CommandTarget[]>([])
  const own = createCache(async () => {
    grant.value = (await call('access.own')).grant
  })
  const list = createCache(async () => {
    targets.value = (await call('command.list')).targets
  })
  const read = oneAtATime(list.read)

  /** Commands that this dock has buttons for. */
  const commands = computed<readonly RecordCommand[]>(() => {
    if (grant.value === undefined)
      return recordCommands.filter((name) => targets.value.some(({ command }) => command === name))
    if (grant.value === null) return recordCommands
    const granted = grant.value.commands ?? []
    return recordCommands.filter((name) => granted.includes(name))
  })

  let soon: ReturnType<typeof setTimeout> | undefined
  function readSoon(): void {
    soon ??= setTimeout(() => {
      soon = undefined
      if (commands.value.length > 0 || grant.value === undefined) void read()
    }, soonMs)
  }

  function init(): void {
    onOpen(() => {
      void own.read()
      void read()
    })
    for (const event of ['live.value', 'ledger.changed', 'broadcast.changed', 'environments.changed'] as const)
      on(event, readSoon)
  }

  /** Runs a command; with a grant that arms it answers once a person fired, or nobody did. @throws DeskError */
  const run = ({ command, record, title, shown }: Run, pressedAt: string): Promise<CommandOutcome> =>
    call('command.run', { command, press: crypto.randomUUID(), pressedAt, ...defined({ record, title, shown }) })

  return {
    grant,
    /** Reads again what can be run now. */
    readSoon,
    targets,
    commands,
    /** A press asks the desk, where a person fires. */
    asks: computed(() => grant.value?.mode === 'arm'),
    /** Whether the list of targets was read at all. */
    listed: computed(() => list.reading.value === 'read'),
    init,
    run,
  }
})
