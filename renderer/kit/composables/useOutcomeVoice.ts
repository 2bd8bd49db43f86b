import { onScopeDispose, watch } from 'vue'
import { useAnnounce } from './useAnnounce.ts'

/** `accepted`: the platform took it, and its effect was not seen yet. */
export interface Voice {
  phase: 'sending' | 'accepted' | 'ended'
  /** Empty where an alert says it. */
  text: string
  intentIds: readonly string[]
}

/** For so long an effect may be looked for before what is known is told. */
export const patienceMs = 3_000

/** Tells once how a command ended, instead of each step on its way. */
export function useOutcomeVoice(source: () => Voice | undefined): void {
  const { announce, cover, hold } = useAnnounce()
  let release: ReturnType<typeof hold> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let told = ''

  watch(source, (now) => {
    clearTimeout(waiting)
    if (now === undefined || now.phase === 'sending') {
      told = ''
      if (now === undefined) release?.([])
      release = now && (release ?? hold())
      return
    }
    // A stream that goes on air by it is no other news.
    const topics = [...now.intentIds, 'air']
    const tell = (): void => {
      if (now.text === '' || now.text === told) return cover(topics)
      told = now.text
      announce(now.text, topics)
    }
    if (now.phase === 'accepted') waiting = setTimeout(tell, patienceMs)
    else tell()
    release?.(topics)
    release = undefined
  })
  onScopeDispose(() => {
    clearTimeout(waiting)
    release?.([])
  })
}
