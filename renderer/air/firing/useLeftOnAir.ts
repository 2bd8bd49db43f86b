import { computed, type ComputedRef } from 'vue'
import { useFiring } from '../stores/firing.ts'
import { useBroadcast } from '../stores/broadcast.ts'
import { joinWords } from '#kit/composables/locale/numbers.ts'

/** Where ends left something on air, by name, empty where they did not; those of another stream name it too. */
export function useLeftOnAir(): ComputedRef<string> {
  const broadcast = useBroadcast()
  const firing = useFiring()
  void firing.ensure()
  return computed(() =>
    joinWords(
      firing.left.flatMap(({ stream, destinations }) =>
        destinations.map(({ name }) =>
          stream.id === broadcast.current?.stream?.id ? name : `${name} (${stream.name})`,
        ),
      ),
    ),
  )
}
