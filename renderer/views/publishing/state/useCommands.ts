// A live command from the press of its button to the word that says how it ended.
import { computed, shallowRef, watch } from 'vue'
import type { ComputedRef, ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Intent } from '#contract/models.ts'
import { useAnnounce } from '../../../composables/useAnnounce.ts'
import type { Pressed } from '../../../composables/pressed.ts'
import { useLedger } from '../../../stores/ledger.ts'
import { verdictOf } from '../model/observed.ts'
import type { TransportAction } from '#answers/transport.ts'
import type { Publishing } from './usePublishing.ts'

/** `keys` are the destinations that were shown when the button was pressed. */
export type Command =
  | { kind: 'publish' | 'retry'; keys: readonly string[] }
  | { kind: 'transport'; action: TransportAction; keys: readonly string[] }

export interface Commands {
  /** Waits for its confirmation. */
  pending: ShallowRef<Command | undefined>
  /** How the last one ended, in words. */
  outcome: ComputedRef<string | undefined>
  fire(command: Command, pressed: Pressed): Promise<void>
}

export function useCommands({ editor, destinations }: Publishing): Commands {
  const { t } = useI18n()
  const { announce } = useAnnounce()
  const pending = shallowRef<Command>()
  const ledger = useLedger()
  const last = shallowRef<{ command: Command; intentIds?: Array<string | undefined> }>()
  // The word follows the ledger: what was unknown at first may be confirmed by a later look.
  const outcome = computed(() => {
    if (last.value === undefined) return undefined
    const { command, intentIds } = last.value
    return intentIds === undefined
      ? t('publishing.outcome.sending')
      : word(
          command,
          intentIds.map((id) => ledger.byId.get(id ?? '')),
        )
  })
  watch(
    () => editor.current.value?.id,
    () => (last.value = undefined),
  )

  async function run(command: Command, pressed: Pressed): Promise<Array<Intent | undefined>> {
    switch (command.kind) {
      case 'publish':
        return destinations.publish(command.keys, pressed)
      case 'transport':
        return destinations.transport(command.action, command.keys, pressed)
      case 'retry': {
        const rows = destinations.rows.value.filter(
          ({ key, actions }) => command.keys.includes(key) && actions.includes('retry'),
        )
        return Promise.all(rows.map((row) => destinations.retry(row, pressed)))
      }
    }
  }

  function word(command: Command, intents: ReadonlyArray<Intent | undefined>): string {
    const verdicts = intents.map((intent) => {
      if (intent === undefined) return 'not_confirmed'
      if (command.kind === 'transport') return verdictOf(command.action, intent)
      return intent.state === 'confirmed' ? 'confirmed' : 'not_confirmed'
    })
    const count = (verdict: string): number => verdicts.filter((each) => each === verdict).length
    const name =
      command.kind === 'transport'
        ? t(`publishing.transport.${command.action}`)
        : t(`publishing.outcome.${command.kind}`)
    const parts = (['confirmed', 'not_confirmed', 'contradicted'] as const)
      .filter((verdict) => count(verdict) > 0)
      .map((verdict) => t(`publishing.outcome.${verdict}`, { n: count(verdict) }))
    return parts.length === 0 ? t('publishing.outcome.nothing', { name }) : `${name}: ${parts.join(', ')}`
  }

  return {
    pending,
    outcome,
    async fire(command, pressed) {
      pending.value = undefined
      const eventId = editor.current.value?.id
      last.value = { command }
      const intents = await run(command, pressed)
      announce(word(command, intents))
      if (editor.current.value?.id === eventId) last.value = { command, intentIds: intents.map((intent) => intent?.id) }
    },
  }
}
