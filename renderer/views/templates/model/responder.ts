import { messageOf } from '#contract/errors.ts'
import { analyse } from './analyse.ts'
import { emptyTemplate } from './body.ts'
import { firstPreview, longHtml } from './first-preview.ts'
import type { Answer, Question } from './protocol.ts'

/** The worker's side, which keeps the template between questions; never rejects. `early` is told what is known before the answer. */
export function createResponder(early?: (answer: Answer) => void): (question: Question) => Promise<Answer> {
  let template = emptyTemplate()
  return async ({ generation, changed, samples, target, opened }) => {
    template = { ...template, ...changed }
    try {
      if (opened === true && template.htmlContent.length > longHtml)
        early?.({ ok: true, first: firstPreview(template, samples) })
      return { ok: true, analysis: await analyse(template, samples, target, generation) }
    } catch (error) {
      return { ok: false, generation, message: messageOf(error) }
    }
  }
}
