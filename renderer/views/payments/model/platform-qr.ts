import type { Json } from '#contract/json.ts'
import { readRecord } from '#answers/answer.ts'
import { scalarText } from '#answers/roles.ts'
import { fieldNamed } from '#answers/stream-status.ts'

/** `source` is a data address for an image element, which runs nothing; an `address` lies elsewhere and is not loaded from here. */
type PlatformQr = { source: string } | { address: string }

const names = ['svg', 'dataurl', 'image', 'qrcode', 'qr', 'qrcodeurl', 'imageurl', 'png', 'content', 'data']

export function platformQr(answer: Json | undefined): PlatformQr | undefined {
  const record = readRecord(answer)
  const found =
    record === undefined
      ? undefined
      : names
          .map((name) => scalarText(fieldNamed(record, [name])?.value)?.trim())
          .find((text) => text !== undefined && pictureIn(text) !== undefined)
  return found === undefined ? undefined : pictureIn(found)
}

function pictureIn(text: string): PlatformQr | undefined {
  if (/^<(\?xml|!--|svg)/i.test(text)) return { source: `data:image/svg+xml,${encodeURIComponent(text)}` }
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(text)) return { source: text }
  if (/^iVBORw0KGgo[\w+/=\s]+$/.test(text)) return { source: `data:image/png;base64,${text.replaceAll(/\s/g, '')}` }
  return /^https?:\/\/\S+$/i.test(text) ? { address: text } : undefined
}
