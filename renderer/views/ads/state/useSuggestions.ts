// Suggestions for forms: advertisements, streams and places that placements name, and the platform's inventory. Names are read once, and
// only when they are wanted; an identifier without a name is offered as it is.
import { computed, shallowReactive, shallowRef, watch, type ComputedRef } from 'vue'
import { readListing, readRecord } from '#answers/answer.ts'
import { spelled } from '#answers/json.ts'
import type { Ad } from '#answers/placements.ts'
import { idOf, scalarText, titleOf } from '#answers/roles.ts'
import { readPlatform } from '#records/resources/read.ts'
import { useBroadcast } from '#air/stores/broadcast.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import type { Known } from '#records/resources/spec-parts.ts'

const mostOffered = 12

export function useSuggestions(ads: ComputedRef<readonly Ad[]>) {
  const broadcast = useBroadcast()
  const environments = useEnvironments()
  const titles = shallowReactive(new Map<string, string>())
  const requested = new Set<string>()
  const inventory = shallowRef<ReadonlyArray<{ value: string; text: string }>>([])
  watch(
    () => environments.selected?.id,
    () => {
      titles.clear()
      requested.clear()
      inventory.value = []
    },
  )

  const unique = (read: (ad: Ad) => string | undefined): string[] =>
    [...new Set(ads.value.flatMap((ad) => read(ad) ?? []))].slice(0, mostOffered)
  const ids = computed(() => unique(({ advertisementId }) => advertisementId))
  const advertisements = computed(() => ids.value.map((value) => ({ value, text: titles.get(value) ?? value })))

  async function readName(id: string, environment: string | undefined): Promise<void> {
    requested.add(id)
    try {
      const { data } = await readPlatform('POST /api/ads/advertisement/get', { body: { advertisementId: id } })
      const record = readRecord(data, 'ads/advertisement')
      const title = record && titleOf(record, 'ads/advertisement')
      if (title !== undefined && environment === environments.selected?.id) titles.set(id, title)
    } catch {
      // It is read again when it is wanted next; until then the identifier is shown.
      requested.delete(id)
    }
  }

  return {
    advertisements,
    known: computed((): Known => {
      const stream = broadcast.current?.stream
      const streams = unique(({ row }) => scalarText(spelled(row, 'streamId'))).filter((id) => id !== stream?.id)
      return {
        advertisementId: advertisements.value,
        streamId: [
          ...(stream === undefined ? [] : [{ value: stream.id, text: stream.name }]),
          ...streams.map((value) => ({ value, text: value })),
        ],
        slot: unique(({ row }) => scalarText(spelled(row, 'slot')) ?? scalarText(spelled(row, 'position'))).map(
          (value) => ({ value, text: value }),
        ),
        inventoryId: inventory.value,
      }
    }),
    /** Never rejects. */
    readNames: async (): Promise<void> => {
      await Promise.all(
        ids.value.filter((id) => !requested.has(id)).map((id) => readName(id, environments.selected?.id)),
      )
    },
    readInventory: async (): Promise<void> => {
      const environment = environments.selected?.id
      try {
        const { rows } = readListing((await readPlatform('GET /api/ads/inventory/all', {})).data, 'ads/inventory')
        if (environment !== environments.selected?.id) return
        inventory.value = rows.slice(0, 100).flatMap((row) => {
          const value = idOf(row, 'ads/inventory')
          return value === undefined ? [] : [{ value, text: titleOf(row, 'ads/inventory') ?? value }]
        })
      } catch {
        // A form works without suggestions; the list itself shows the error.
        inventory.value = []
      }
    },
  }
}
