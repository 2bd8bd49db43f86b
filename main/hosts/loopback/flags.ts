import { messageOf } from '#contract/errors.ts'
import { closest } from '../../platform/client/suggest.ts'

/** What is wrong with the arguments, as one sentence or two, from the error of Node's `parseArgs`; `known` without dashes. */
export function explainFlags(error: unknown, known: readonly string[]): string {
  const said = messageOf(error)
  const unknown = /^Unknown option '(-[^']*)'/.exec(said)?.[1]
  if (unknown !== undefined) {
    const [near] = closest(unknown.replace(/^-+/, ''), known, 1)
    return `There is no flag ${unknown}.${near === undefined ? '' : ` Did you mean --${near}?`}`
  }
  const word = /^Unexpected argument '([^']*)'/.exec(said)?.[1]
  if (word !== undefined) return `Only flags are taken here, not the word ${word}.`
  const [sentence = said] = said.split('\n')
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
