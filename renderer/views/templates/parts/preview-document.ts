// The page inside the preview's frame. Its own policy stands before the first byte of the template: nothing is fetched, nothing runs,
// whatever the template says. The page's policy (main/web/policy.ts) and the empty sandbox say the same twice more.
import { previewStart } from '../model/preview-start.ts'

/** How the message is shown. */
export interface PreviewLook {
  dark: boolean
  /** Pictures that lie in the message itself; remote ones are never loaded. */
  images: boolean
}

function head({ dark, images }: PreviewLook): string {
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
    // Links lead nowhere: a new window is what the sandbox denies.
    '<base target="_blank">',
    '<style>',
    `:root{color-scheme:${dark ? 'dark' : 'light'}}`,
    'a,area{pointer-events:none}',
    `${blocked}{outline:1px dashed GrayText;outline-offset:-1px;min-width:1em;min-height:1em}`,
    'mark.unknown-placeholder{background:none;color:inherit;outline:2px dashed GrayText;outline-offset:1px}',
    '</style>',
  ].join('')
}

/** The document for `srcdoc`: the rendered HTML with what keeps it harmless in front, in the reading mode that its doctype asks for. */
export function previewDocument(html: string, look: PreviewLook): string {
  const end = previewStart(html)
  return html.slice(0, end) + head(look) + html.slice(end)
}
