import type { BodyKind } from '#contract/requests.ts'

/** `812 B`, `12.4 KiB`, `8.0 MiB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(1)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`
}

const extensions: Record<string, string> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/xml': 'xml',
}

export function typeOf(kind: BodyKind, header: string | undefined, image: string | undefined): string {
  const said = /^[\w.+-]+\/[\w.+-]+/.exec(header ?? '')?.[0].toLowerCase()
  if (kind === 'json') return 'application/json'
  if (kind === 'html') return 'text/html'
  if (kind === 'binary')
    return image ?? (said === undefined || /json|^text\//.test(said) ? 'application/octet-stream' : said)
  return said?.startsWith('text/') === true ? said : 'text/plain'
}

/** `payment-charge-all-2026-11-22-201405.json`, in local time. */
export function fileNameOf(operation: string, at: string, type: string): string {
  const route = operation
    .replace(/^\w+ \/(?:api\/)?/, '')
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
  const date = new Date(at)
  const part = (value: number): string => String(value).padStart(2, '0')
  const time = Number.isNaN(date.getTime())
    ? ''
    : `-${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}-${part(date.getHours())}${part(date.getMinutes())}${part(date.getSeconds())}`
  return `${route === '' ? 'answer' : route}${time}.${extensions[type] ?? (type.startsWith('text/') ? 'txt' : 'bin')}`
}
