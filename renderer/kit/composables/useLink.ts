import { link, linkProblem, reconnect } from '../bridge/index.ts'

export function useLink() {
  return { link, problem: linkProblem, reconnect }
}
