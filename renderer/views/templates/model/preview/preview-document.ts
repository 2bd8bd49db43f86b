// The page inside the preview's frame. Its own policy comes before the template's first element, so that nothing is fetched and nothing
// runs. The page's policy (main/hosts/web/policy.ts) and the empty sandbox ensure the same.
export interface PreviewAppearance {
  dark: boolean
  /** Pictures inside the message, and those that the desk fetched; the frame loads nothing itself. */
  images: boolean
}

/** A doctype with what may precede it without a change of the parser's mode; no comment that could end earlier than it seems. */
const doctype = /^(?:\s|<!--(?!-?>)(?:(?!--!?>)[\s\S])*-->)*<!doctype[^>]*>/i

/** Where the preview inserts its own head: after the doctype, which decides the parser's mode, otherwise at the start. */
export const previewStart = (html: string): number => doctype.exec(html)?.[0].length ?? 0

function head({ dark, images }: PreviewAppearance): string {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'font-src data:',
    ...(images ? ['img-src data:'] : []),
  ].join('; ')
  const blocked = images ? 'img:not([src^="data:" i])' : 'img'
  return [
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta charset="utf-8">',
    '<meta http-equiv="x-dns-prefetch-control" content="off">',
    // Links do nothing, because the sandbox denies new windows.
    '<base target="_blank">',
    '<style>',
    `:root{color-scheme:${dark ? 'dark' : 'light'}}`,
    'a,area{pointer-events:none}',
    `${blocked}{outline:1px dashed GrayText;outline-offset:-1px;min-width:1em;min-height:1em}`,
    'mark.unknown-placeholder{background:none;color:inherit;outline:2px dashed GrayText;outline-offset:1px}',
    '</style>',
  ].join('')
}

/** The document for `srcdoc`: the rendered HTML with the policy in its head, in the mode that its doctype asks for. */
export function previewDocument(html: string, appearance: PreviewAppearance): string {
  const end = previewStart(html)
  return html.slice(0, end) + head(appearance) + html.slice(end)
}
