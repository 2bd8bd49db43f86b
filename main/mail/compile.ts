import type { CompiledMail } from '#contract/mail.ts'

/**
 * Compiles MJML (5.x) to HTML. Loaded with the first call. Includes are not followed, so that no file of this machine is read, and the
 * result is not minified. What is between the tags is kept as it is, placeholders too.
 */
export async function compileMjml(mjml: string): Promise<CompiledMail> {
  const { default: compile } = await import('mjml')
  try {
    const { html, errors } = await compile(mjml, { validationLevel: 'soft', keepComments: true, ignoreIncludes: true })
    return {
      html,
      problems: errors.map(({ message, tagName, line }) => ({ message, tag: tagName, ...(line > 0 && { line }) })),
    }
  } catch (error) {
    return { problems: [{ message: error instanceof Error ? error.message : String(error), tag: 'mjml' }] }
  }
}
