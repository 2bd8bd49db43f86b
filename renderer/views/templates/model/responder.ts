import { defined } from '#contract/defined.ts'
import { messageOf } from '#contract/errors.ts'
import { analyse } from './analyse.ts'
import { emptyTemplate } from './body.ts'
import { firstPreview, longHtml } from './preview/first-preview.ts'
import type { Answer, Question } from './protocol.ts'

/** The worker's side, which keeps the template between questions; never rejects. `early` is told what is known before the answer. */
export function createResponder(early?: (answer: Answer) => void): (question: Question) => Promise<Answer> {
  let template = emptyTemplate()
  return async ({ generation, changed, samples, target, opened, sections, clients }) => {
    template = { ...template, ...changed }
    try {
      // With sections the plain text would be shown unfilled first.
      if (opened === true && sections !== true && template.htmlContent.length > longHtml)
        early?.({ ok: true, first: firstPreview(template, samples) })
      const known = defined({ sections, clients })
      return { ok: true, analysis: await analyse(template, samples, target, generation, known) }
    } catch (error) {
      return { ok: false, generation, message: messageOf(error) }
    }
  }
}
