// A request as a command for a shell. Secrets are placeholders already: the preview carries none.
import type { RequestPreview } from '#contract/bridge.ts'

/** One word for a POSIX shell, whatever is in it. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The request as curl; `--globoff` and `--data-raw` keep curl from reading brackets and `@` its own way. */
export function toCurl(preview: Pick<RequestPreview, 'method' | 'url' | 'headers' | 'body'>): string {
  const parts = [`curl --globoff --request ${quote(preview.method)}`, `--url ${quote(preview.url)}`]
  for (const [name, value] of preview.headers) parts.push(`--header ${quote(`${name}: ${value}`)}`)
  if (preview.body !== undefined) parts.push(`--data-raw ${quote(preview.body)}`)
  return parts.join(' \\\n  ')
}
