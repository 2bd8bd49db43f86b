import { defined } from '#contract/defined.ts'
import { messageOf } from '#contract/errors.ts'
import { analyse } from './analyse.ts'
import { emptyTemplate } from './body.ts'
import type { Answer, Question } from './protocol.ts'

/** The worker's side, which keeps the template between questions; never rejects. */
export function createResponder(): (question: Question) => Promise<Answer> {
  let template = emptyTemplate()
  return async ({ generation, changed, samples, target, sections, clients }) => {
    template = { ...template, ...changed }
    try {
      const known = defined({ sections, clients })
      return { ok: true, analysis: await analyse(template, samples, target, generation, known) }
    } catch (error) {
      return { ok: false, generation, message: messageOf(error) }
    }
  }
}
