import { messageOf } from '#contract/errors.ts'
import { analyse } from './analyse.ts'
import { emptyTemplate } from './body.ts'
import type { Answer, Question } from './protocol.ts'

/** The worker's side, which keeps the template between questions; never rejects. */
export function createResponder(): (question: Question) => Promise<Answer> {
  let template = emptyTemplate()
  return async ({ generation, changed, samples, target, clients }) => {
    template = { ...template, ...changed }
    try {
      return { ok: true, analysis: await analyse(template, samples, target, generation, clients) }
    } catch (error) {
      return { ok: false, generation, message: messageOf(error) }
    }
  }
}
