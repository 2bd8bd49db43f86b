// Constructs of other template languages are named and left as they are: the specification does not say what the platform does with them.
import { placeholderFields } from '../types.ts'
import type { ForeignKind } from '../foreign.ts'
import { isName, type Found } from '../placeholders.ts'
import type { Finding, LintContext } from './rule.ts'

const handlebarsBlocks = new Set(['each', 'for', 'foreach', 'list', 'if', 'unless', 'with'])
const ofBlocks = new Set(['loop', 'condition', 'section', 'end'])

/** Whether a text has a block before an offset, so that names there may belong to the block. */
export const inBlock = ({ foreign }: Found, at: number): boolean =>
  foreign.some(({ kind, from }) => from < at && ofBlocks.has(kind))

/** Whether the HTML has blocks or logic, so that a tag may be opened in one branch and closed in another. */
export const hasLogic = ({ found, tags }: LintContext): boolean =>
  found.htmlContent.foreign.some(({ kind }) => ofBlocks.has(kind)) ||
  tags.some(({ field, name }) => field === 'htmlContent' && name === undefined)

/** Whether a construct is one that an engine of mustache knows, and not of a language that grew out of it. */
function isMustache(kind: ForeignKind, text: string): boolean {
  const inner = text.replace(/^\{+\s*[#^/&]?|\}+$/g, '').trim()
  if (kind === 'comment' || kind === 'delimiters') return true
  if (kind === 'section' || kind === 'raw') return isName(inner) || inner === '.'
  if (kind === 'end') return isName(inner) && !handlebarsBlocks.has(inner)
  return kind === 'context' && inner === '.'
}

export function* foreign({ template, found, tags, sections }: LintContext): Iterable<Finding> {
  for (const field of placeholderFields) {
    const taken = new Set(tags.filter((tag) => tag.field === field).map(({ from }) => from))
    for (const { kind, from, to } of found[field].foreign) {
      if (taken.has(from)) continue
      const known = sections === true && isMustache(kind, template[field].slice(from, to))
      yield {
        code: 'foreign_construct',
        level: known ? 'remark' : 'warning',
        field,
        from,
        to,
        values: { kind: known ? 'known' : kind, text: template[field].slice(from, Math.min(to, from + 80)) },
        fixes: [],
      }
    }
  }
}
