import { onBeforeUnmount, onMounted, ref, shallowRef, watch } from 'vue'
import type { LogLine } from '#contract/maintenance.ts'
import type { LogLevel } from '#contract/models.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useMaintenance } from '#kit/stores/maintenance.ts'

export const mostLines = 1_000
const followMs = 2_000
const typingMs = 200

export function useLog() {
  const care = useMaintenance()
  const lines = shallowRef<LogLine[]>()
  const folder = ref('')
  const level = ref<LogLevel>('info')
  const query = ref('')
  const following = ref(false)
  /** Counts what was asked for; an answer to an older question is asked again. */
  let asked = 0
  let shown = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const reading = useOperation(async () => {
    const question = asked
    const words = query.value.trim()
    const answer = await care.readLog({
      limit: mostLines,
      level: level.value,
      ...(words === '' ? {} : { query: words }),
    })
    if (question !== asked) return
    // Unchanged lines are not replaced, so that the chosen one stays chosen.
    const newest = JSON.stringify([level.value, words, answer.lines.length, answer.lines[0]])
    if (newest !== shown) lines.value = answer.lines
    shown = newest
    folder.value = answer.folder
  })

  async function read(): Promise<void> {
    clearTimeout(timer)
    asked += 1
    if (reading.busy.value) return
    let question: number
    do {
      question = asked
      await reading.run()
    } while (question !== asked)
    if (following.value) later(followMs)
  }
  function later(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void read(), ms)
  }

  onMounted(() => void read())
  onBeforeUnmount(() => {
    following.value = false
    clearTimeout(timer)
  })
  watch(query, () => later(typingMs))
  watch(level, () => void read())
  watch(following, (on) => (on ? void read() : clearTimeout(timer)))

  return {
    lines,
    folder,
    level,
    query,
    following,
    busy: reading.busy,
    error: reading.error,
    read,
  }
}
