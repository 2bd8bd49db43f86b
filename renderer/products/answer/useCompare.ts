// Answers that are held to be compared, at most two, for as long as the page is open. The desk keeps their bodies itself, for a while.
import { readonly, shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import type { Exchange } from '#contract/requests.ts'

export interface HeldAnswer {
  exchange: Exchange
  /** What a person knows it by: its operation and time. */
  label: string
}

const held = shallowRef<readonly HeldAnswer[]>([])

export function useCompare(): {
  /** The older one first. */
  held: Readonly<ShallowRef<readonly HeldAnswer[]>>
  /** Holds one more; of three the oldest goes. Holding one again changes nothing. */
  hold: (answer: HeldAnswer) => void
  drop: (exchangeId: string) => void
  clear: () => void
} {
  return {
    held: readonly(held) as Readonly<ShallowRef<readonly HeldAnswer[]>>,
    hold(answer) {
      if (held.value.some(({ exchange }) => isSame(exchange, answer.exchange))) return
      held.value = [...held.value, answer].slice(-2)
    },
    drop: (id) => (held.value = held.value.filter(({ exchange }) => exchange.id !== id)),
    clear: () => (held.value = []),
  }
}

/** The same answer: an entry of the history may have been asked again. */
export const isSame = (a: Exchange, b: Exchange): boolean => a.id === b.id && a.body?.id === b.body?.id
