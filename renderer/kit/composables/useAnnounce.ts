import { readonly, ref } from 'vue'

/** What the frame notices within it is told at once, and the newest of one topic only. */
export const gatherMs = 600
/** For so long a command speaks for what it brought about. */
const coverMs = 4_000

const message = ref('')
const notices = new Map<string, string>()
const covered = new Map<string, number>()
const held = new Set<symbol>()
let timer: ReturnType<typeof setTimeout> | undefined

function speak(text: string): void {
  message.value = ''
  queueMicrotask(() => {
    message.value = text
  })
}

function cover(topics: readonly string[]): void {
  for (const topic of topics) {
    covered.set(topic, performance.now() + coverMs)
    notices.delete(topic)
  }
}

function tell(): void {
  timer = undefined
  if (held.size > 0) return
  const now = performance.now()
  for (const [topic, until] of covered) {
    if (until < now) covered.delete(topic)
    else notices.delete(topic)
  }
  if (notices.size > 0) speak([...notices.values()].join('. '))
  notices.clear()
}

function gather(): void {
  timer ??= setTimeout(tell, gatherMs)
}

/**
 * Speaks through the frame's polite live region; the newest message wins. A command is one announcement: its own
 * words cover the notices of its topics.
 */
export function useAnnounce() {
  return {
    announce: (text: string, topics: readonly string[] = []): void => {
      cover(topics)
      speak(text)
    },
    /** What is told of these topics is said elsewhere. */
    cover,
    /** Something that the frame noticed by itself. A topic is the id of an intent, or a name. */
    notice: (topic: string, text: string): void => {
      notices.set(topic, text)
      gather()
    },
    /** Notices wait until what this returns is called with the topics that the command speaks for. */
    hold: (): ((topics: readonly string[]) => void) => {
      const mine = Symbol('command')
      held.add(mine)
      return (topics) => {
        cover(topics)
        if (held.delete(mine) && notices.size > 0) gather()
      }
    },
    message: readonly(message),
  }
}
