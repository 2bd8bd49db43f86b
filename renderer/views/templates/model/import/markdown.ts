// Markdown as a mail: its HTML, and the Markdown itself as the text part, which reads well as it is.
import { refuse, type Imported } from './types.ts'
import type { Note } from '../body.ts'

/** A placeholder in an address comes out percent-encoded. */
const withPlaceholders = (html: string) => html.replace(/%7B%7B([\w.%-]{1,200}?)%7D%7D/gi, '{{$1}}')

/** Its first heading is offered as the subject. */
export async function importMarkdown(text: string, notes: Note[]): Promise<Imported> {
  const { marked } = await import('marked')
  let content: string
  try {
    content = withPlaceholders(marked.parse(text, { async: false }))
  } catch {
    return refuse('unsupported', { extension: 'md' })
  }
  const htmlContent = `<!doctype html>\n<html>\n<head><meta charset="utf-8"></head>\n<body>\n${content}</body>\n</html>\n`
  const title = /^#{1,2}[ \t]+(.{1,300}?)[ \t#]*$/m.exec(text)?.[1]
  return {
    ok: true,
    template: { htmlContent, textContent: text },
    notes: [...notes, { code: 'markdown_converted', values: {} }],
    kept: {},
    ...(title === undefined ? {} : { title }),
  }
}
