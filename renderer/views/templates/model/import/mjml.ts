// MJML as a mail. The backend compiles it, and follows no includes.
import { longestMjml, type CompiledMail, type MjmlProblem } from '#contract/mail.ts'
import type { Note } from '../body.ts'
import { titleOf, wordsOf } from './title.ts'
import { refuse, type Imported, type Refused } from './types.ts'

export type Compile = (mjml: string) => Promise<CompiledMail>

/** More are only counted. */
const mostProblems = 20

/** What the compiler says of one element, as it is said by MJML 5. */
const sayings: Array<[code: string, says: RegExp]> = [
  ['mjml_unknown_element', /^Element \S+ doesn't exist or is not registered$/],
  ['mjml_unknown_attribute', /^Attributes? (?<names>[^]+) (?:is|are) illegal$/],
  ['mjml_invalid_value', /^Attribute (?<name>\S+) has invalid value: (?<value>[^]*?) for type /],
  ['mjml_wrong_place', /^\S+ cannot be used inside (?<inside>\S+), only inside: /],
]

function noteOf({ message, tag, line }: MjmlProblem): Note {
  for (const [code, says] of sayings) {
    const match = line === undefined ? null : says.exec(message)
    if (match !== null && line !== undefined) return { code, values: { ...match.groups, tag, line } }
  }
  return { code: 'mjml_problem', values: { tag, problem: message } }
}

/** From the top of the file to its end. */
function notesOf(problems: readonly MjmlProblem[]): Note[] {
  const sorted = problems.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
  const notes = sorted.slice(0, mostProblems).map(noteOf)
  const more = problems.length - notes.length
  return more > 0 ? [...notes, { code: 'mjml_more', values: { count: more } }] : notes
}

/** Each included file once, in the order of the text. */
function includesIn(mjml: string): string[] {
  const paths = [...mjml.matchAll(/<mj-include\s[^>]{0,2000}?\bpath\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)]
  return [...new Set(paths.map(([, double, single]) => double ?? single ?? ''))]
}

function refusal(problem: string): Refused {
  if (/^(?:Parsing failed|Malformed MJML)/.test(problem)) return refuse('mjml_broken', {})
  const seconds = /longer than (\d+) seconds/.exec(problem)?.[1]
  return seconds === undefined ? refuse('mjml_failed', { problem }) : refuse('mjml_slow', { seconds })
}

/** Its title is offered as the subject. Without a compiler, or where it does not answer, the file is refused. */
export async function importMjml(mjml: string, notes: Note[], compile: Compile | undefined): Promise<Imported> {
  if (mjml.length > longestMjml) return refuse('mjml_large', { limit: longestMjml })
  let compiled: CompiledMail | undefined
  try {
    compiled = await compile?.(mjml)
  } catch {
    compiled = undefined
  }
  if (compiled === undefined) return refuse('mjml_unanswered', {})
  const { html, problems } = compiled
  if (html === undefined) return refusal(problems[0]?.message ?? '')
  const source = mjml.replace(/<!--[^]*?(?:-->|$)/g, '')
  const previewText = wordsOf(source, 'mj-preview')
  const title = titleOf(html)
  return {
    ok: true,
    template: { htmlContent: html, ...(previewText === '' ? {} : { previewText }) },
    notes: [
      ...notes,
      { code: 'mjml_compiled', values: {} },
      ...includesIn(source).map((path) => ({ code: 'mjml_include', values: { path } })),
      ...notesOf(problems),
    ],
    kept: {},
    ...(title === '' ? {} : { title }),
  }
}
