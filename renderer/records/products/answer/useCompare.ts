// At most two answers are held to be compared. Main keeps their bodies, for a while.
import { readonly, shallowRef, type ShallowRef } from 'vue'
import type { Exchange } from '#contract/requests.ts'

export interface HeldAnswer {
  exchange: Exchange
  label: string
}

const held = shallowRef<readonly HeldAnswer[]>([])

export function useCompare() {
  return {
    held: readonly(held) as Readonly<ShallowRef<readonly HeldAnswer[]>>,
    /** Of three the oldest goes. */
    hold(answer: HeldAnswer): void {
      if (held.value.some(({ exchange }) => isSame(exchange, answer.exchange))) return
      held.value = [...held.value, answer].slice(-2)
    },
    drop(id: string): void {
      held.value = held.value.filter(({ exchange }) => exchange.id !== id)
    },
    clear(): void {
      held.value = []
    },
  }
}

/** The same answer: an entry of the history may have been asked again. */
export const isSame = (a: Exchange, b: Exchange): boolean => a.id === b.id && a.body?.id === b.body?.id
