import { computed, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Intent } from '#contract/models.ts'
import { useAnnounce } from '#kit/composables/useAnnounce.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { verdictOf } from '../model/observed.ts'
import type { TransportAction } from '#contract/access-kinds.ts'
import type { Publishing } from './usePublishing.ts'

/** `keys` are the destinations that were shown when the button was pressed. */
export type Command =
  | { kind: 'publish' | 'retry'; keys: readonly string[] }
  | { kind: 'transport'; action: TransportAction; keys: readonly string[] }

/** A live command, from its confirmation to the sentence that says how it ended. */
export function useCommands({ editor, destinations, stream }: Publishing) {
  const { t } = useI18n()
  const { announce, hold } = useAnnounce()
  const pending = shallowRef<Command>()
  const ledger = useLedger()
  const last = shallowRef<{ command: Command; intentIds?: Array<string | undefined> }>()
  // The sentence follows the ledger: an unknown intent may be confirmed later.
  const outcome = computed(() => {
    if (last.value === undefined) return undefined
    const { command, intentIds } = last.value
    return intentIds === undefined
      ? t('publishing.outcome.sending')
      : sentence(
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

  function sentence(command: Command, intents: ReadonlyArray<Intent | undefined>): string {
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
    async fire(command: Command, pressed: Pressed): Promise<void> {
      pending.value = undefined
      const eventId = editor.current.value?.id
      last.value = { command }
      const release = hold()
      const told: string[] = []
      try {
        const intents = await run(command, pressed)
        told.push('air', ...intents.flatMap((intent) => intent?.id ?? []))
        if (editor.current.value?.id === eventId)
          last.value = { command, intentIds: intents.map((intent) => intent?.id) }
        announce(sentence(command, intents), told)
        if (editor.current.value?.id === eventId && intents.some((intent) => intent?.state === 'confirmed'))
          await stream.published()
      } finally {
        release(told)
      }
    },
  }
}
