// The desk's mark, drawn without an image file: a ring with a dot.
import { nativeImage, type NativeImage } from 'electron'

/** BGRA, premultiplied: the accent, and the red of a show. */
const teal = [0xa6, 0xb8, 0x14] as const
const red = [0x26, 0x26, 0xdc] as const

export function drawMark(size: number, colour: typeof teal | typeof red = teal): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  const centre = (size - 1) / 2
  for (let index = 0; index < size * size; index += 1) {
    const radius = Math.hypot((index % size) - centre, Math.floor(index / size) - centre) / (size / 2)
    const cover = Math.max(edge(radius, 0.36, size), edge(radius, 0.94, size) - edge(radius, 0.7, size))
    pixels.set(
      [...colour, 255].map((part) => Math.round(part * cover)),
      index * 4,
    )
  }
  return pixels
}

/** The share of a pixel at `radius` within `limit`, both relative to half the side. */
function edge(radius: number, limit: number, size: number): number {
  return Math.min(1, Math.max(0, ((limit - radius) * size) / 2 + 0.5))
}

const image = (size: number, scaleFactor: number, colour?: typeof red): NativeImage =>
  nativeImage.createFromBitmap(drawMark(size * scaleFactor, colour), {
    width: size * scaleFactor,
    height: size * scaleFactor,
    scaleFactor,
  })

export const deskIcon = (): NativeImage => image(128, 2)

export function trayIcon(showIsOn: boolean): NativeImage {
  const mac = process.platform === 'darwin'
  const icon = image(mac ? 18 : 24, 2, showIsOn ? red : undefined)
  // macOS draws a template in the colour of its bar, so that of a show is none.
  icon.setTemplateImage(mac && !showIsOn)
  return icon
}
