import type { Intent } from '#contract/models.ts'

export type ToolId = 'hold' | 'release' | 'earlier' | 'later' | 'edit' | 'now' | 'cancel'

/** Why a tool can't be used; message keys below `activity.queue.why`. */
type Why = 'live' | 'first' | 'last' | 'wire' | 'liveBefore' | 'liveAfter' | 'behind'

export interface Tool {
  id: ToolId
  icon: string
  why?: Why | undefined
}

/** The tools of the intent at `at` of its lane, judged as the ledger does. */
export function toolsOf(lane: readonly Intent[], at: number, queueable: (operation: string) => boolean): Tool[] {
  const intent = lane[at]
  if (intent?.state !== 'queued') return []
  const live = queueable(intent.operation) ? undefined : 'live'
  const before = lane[at - 1]
  const after = lane[at + 1]
  const past = (other: Intent | undefined, end: Why, command: Why): Why | undefined => {
    if (other === undefined) return end
    if (other.state !== 'queued') return 'wire'
    return queueable(other.operation) ? undefined : command
  }
  return [
    intent.held
      ? { id: 'release', icon: 'i-lucide-play', why: live }
      : { id: 'hold', icon: 'i-lucide-hand', why: live },
    { id: 'earlier', icon: 'i-lucide-arrow-up', why: live ?? past(before, 'first', 'liveBefore') },
    { id: 'later', icon: 'i-lucide-arrow-down', why: live ?? past(after, 'last', 'liveAfter') },
    { id: 'edit', icon: 'i-lucide-pencil', why: live },
    { id: 'now', icon: 'i-lucide-send', why: before === undefined || live ? undefined : 'behind' },
    { id: 'cancel', icon: 'i-lucide-ban' },
  ]
}
