import { analyse } from '../../../../renderer/views/templates/model/analyse.ts'
import { emptyTemplate } from '../../../../renderer/views/templates/model/body.ts'
import type { Problem, ProblemCode, Samples, Template } from '../../../../renderer/views/templates/model/types.ts'

export const defaults: Samples = { set: 'defaults', custom: '' }

/** A template without problems of its own, changed where a test says so. */
export const template = (change: Partial<Template> = {}): Template => ({
  ...emptyTemplate(),
  name: 'Night show',
  subject: 'Tonight',
  textContent: 'Tonight',
  ...change,
})

/** What only a whole mail must have; most tests are about a piece of one. */
const ofWholeMails: ProblemCode[] = ['unsubscribe_missing', 'preview_missing']
export const ofPiece = (problems: Problem[]): Problem[] => problems.filter(({ code }) => !ofWholeMails.includes(code))

export const problemsOf = async (change: Partial<Template>): Promise<Problem[]> =>
  ofPiece((await analyse(template(change), defaults)).problems)

export const codesOf = async (change: Partial<Template>): Promise<ProblemCode[]> =>
  (await problemsOf(change)).map(({ code }) => code)

export function only<T>(list: T[]): T {
  const [first] = list
  if (first === undefined || list.length !== 1) throw new Error(`Expected one, got ${JSON.stringify(list)}`)
  return first
}
