import type { CompiledMail, MjmlProblem } from '#contract/mail.ts'
import { toMjml, type Look } from './to-mjml.ts'
import type { BlockDocument } from './types.ts'

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

/**
 * The HTML of a mail of blocks. No blocks give no HTML, and a single raw block gives its code byte for byte; all others go through
 * `compile`. Rejects as `compile` does, or with `BlocksNotCompiled`.
 */
export async function htmlOf(
  document: BlockDocument,
  look: Look,
  compile: (mjml: string) => Promise<CompiledMail>,
): Promise<{ html: string; problems: MjmlProblem[] }> {
  const code = document.blocks.length === 0 ? '' : onlyCode(document)
  if (code !== undefined) return { html: code, problems: [] }
  const { html, problems } = await compile(toMjml(document, look))
  if (html === undefined) throw new BlocksNotCompiled(problems)
  return { html, problems }
}
