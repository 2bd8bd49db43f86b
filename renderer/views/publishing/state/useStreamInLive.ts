import { computed } from 'vue'
import { readListing } from '#answers/answer.ts'
import { idOf, scalarText, textIn, titleOf } from '#answers/roles.ts'
import type { ComboOption } from '#kit/components/field/combo-option.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useWatch } from '#kit/composables/useWatch.ts'
import { defined } from '#contract/defined.ts'
import { useBroadcast } from '#air/stores/broadcast.ts'
import { useFields } from '#kit/stores/fields.ts'
import type { Editor } from './useEditor.ts'

const operation = 'GET /api/video/stream/all'
const resource = 'video/stream'

/** The streams of the platform, the one of the open event, and whether Live shows it. */
export function useStreamInLive(editor: Editor) {
  const broadcast = useBroadcast()
  const fields = useFields()
  const watched = useWatch({ operation, pace: 'list' })

  const options = computed((): ComboOption[] | undefined => {
    if (watched.data.value === undefined) return undefined
    const choice = fields.byOperation.get(operation)
    return readListing(watched.data.value, resource, choice).rows.flatMap((row) => {
      const id = idOf(row, resource, choice)
      if (id === undefined) return []
      return [
        {
          id,
          name: titleOf(row, resource, choice) ?? id,
          ...defined({ status: textIn(row, 'status', resource, choice) }),
        },
      ]
    })
  })
  const chosen = computed((): ComboOption | undefined => {
    const id = scalarText(editor.current.value?.form.details.streamId)
    if (id === undefined || id === '') return undefined
    return options.value?.find((option) => option.id === id) ?? { id, name: id }
  })
  const inLive = computed(() => broadcast.current?.stream)
  const operationOf = useOperation(async ({ id, name }: ComboOption) => broadcast.choose({ stream: { id, name } }))

  async function showInLive(): Promise<void> {
    if (chosen.value !== undefined) await operationOf.run(chosen.value)
  }
  return {
    options,
    watched,
    chosen,
    inLive,
    /** Undefined until the choice of Live was read, and without a stream. */
    isInLive: computed(() =>
      broadcast.current === undefined || chosen.value === undefined ? undefined : inLive.value?.id === chosen.value.id,
    ),
    showInLive,
    busy: operationOf.busy,
    error: operationOf.error,
    /** What was published is what Live shows, unless a person chose another stream for it. */
    async published(): Promise<void> {
      if (broadcast.current !== undefined && inLive.value === undefined) await showInLive()
    },
  }
}
