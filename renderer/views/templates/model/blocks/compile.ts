import type { CompiledMail, MjmlProblem } from '#contract/mail.ts'
import { toMjml, type Look } from './to-mjml.ts'
import type { Block, BlockDocument } from './types.ts'

/** Blocks did not become a mail; `problems` say why. */
export class BlocksNotCompiled extends Error {
  readonly problems: readonly MjmlProblem[]
  constructor(problems: readonly MjmlProblem[]) {
    super('The blocks did not become a mail.')
    this.problems = problems
    this.name = 'BlocksNotCompiled'
  }
}

/** The code that is the whole mail, where there is nothing else. */
export function onlyCode({ blocks }: BlockDocument): string | undefined {
  const [first, ...others] = blocks
  return first?.kind === 'raw' && others.length === 0 ? first.html : undefined
}

/** With a mark in place of each code: an open comment or a tag of MJML in it would swallow the blocks after it. */
function withMarks(document: BlockDocument): { document: BlockDocument; restore: (html: string) => string } {
  const mark = `code-${crypto.randomUUID()}`
  const codes: string[] = []
  const marked = <B extends Block>(block: B): B =>
    block.kind === 'raw' ? { ...block, html: `${mark}-${codes.push(block.html) - 1};` } : block
  const blocks = document.blocks.map((block) =>
    block.kind === 'columns'
      ? { ...block, columns: block.columns.map((column) => column.map((one) => marked(one))) }
      : marked(block),
  )
  return {
    document: { ...document, blocks },
    restore: (html) => html.replace(new RegExp(`${mark}-(\\d+);`, 'g'), (_, at: string) => codes[Number(at)] ?? ''),
  }
}

/**
 * The HTML of a mail of blocks. No blocks give no HTML, and a single raw block gives its code byte for byte; all others go through
 * `compile`, with the code of raw blocks left out of it. Rejects as `compile` does, or with `BlocksNotCompiled`.
 */
export async function htmlOf(
  document: BlockDocument,
  look: Look,
  compile: (mjml: string) => Promise<CompiledMail>,
): Promise<{ html: string; problems: MjmlProblem[] }> {
  const code = document.blocks.length === 0 ? '' : onlyCode(document)
  if (code !== undefined) return { html: code, problems: [] }
  const marked = withMarks(document)
  const { html, problems } = await compile(toMjml(marked.document, look))
  if (html === undefined) throw new BlocksNotCompiled(problems)
  return { html: marked.restore(html), problems }
}
