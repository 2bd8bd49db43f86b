import type { Ref } from 'vue'
import { link, linkProblem, reconnect } from '../bridge/index.ts'
import type { LinkProblem, LinkState } from '../bridge/index.ts'

/** The link to the desk's backend, for the screens that speak of it. */
export function useLink(): {
  link: Readonly<Ref<LinkState>>
  problem: Readonly<Ref<LinkProblem | undefined>>
  /** Tries again at once. */
  reconnect: () => void
} {
  return { link, problem: linkProblem, reconnect }
}
