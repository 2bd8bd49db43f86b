import type { CompiledMail } from '#contract/mail.ts'

/** UTF-16 units; no mail client shows a longer mail. */
const longestHtml = 4_000_000

/**
 * Compiles MJML (5.x) to HTML. Includes are not followed, so that no file of this machine is read, and the
 * result is not minified. What is between the tags is kept as it is, placeholders too.
 */
export async function compileMjml(mjml: string): Promise<CompiledMail> {
  const { default: compile } = await import('mjml')
  try {
    const { html, errors } = await compile(mjml, { validationLevel: 'soft', keepComments: true, ignoreIncludes: true })
    if (html.length > longestHtml)
      return { problems: [{ message: 'The compiled mail is longer than 4 million characters.', tag: 'mjml' }] }
    return {
      html,
      problems: errors.map(({ message, tagName, line }) => ({ message, tag: tagName, ...(line > 0 && { line }) })),
    }
  } catch (error) {
    return { problems: [{ message: error instanceof Error ? error.message : String(error), tag: 'mjml' }] }
  }
}
