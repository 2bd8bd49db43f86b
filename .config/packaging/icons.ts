// The icons of every system out of the one drawing beside this file.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'

/** Sides of the icons for Linux, in pixels. */
export const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512]
const windowsSizes = [16, 24, 32, 48, 64, 128, 256]

/** Apple's names for the PNG images of an icon, by their sides in pixels. */
const appleTypes: ReadonlyArray<[type: string, size: number]> = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1_024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
]

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function appleIcon(png: (size: number) => Buffer): Buffer {
  const images = appleTypes.flatMap(([type, size]) => [Buffer.from(type), number32(png(size).length + 8), png(size)])
  const body = Buffer.concat(images)
  return Buffer.concat([Buffer.from('icns'), number32(body.length + 8), body])
}

function windowsIcon(png: (size: number) => Buffer): Buffer {
  const head = Buffer.alloc(6 + 16 * windowsSizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(windowsSizes.length, 4)
  let offset = head.length
  for (const [index, size] of windowsSizes.entries()) {
    const at = 6 + 16 * index
    // One byte for each side: 256 is written as 0.
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png(size).length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png(size).length
  }
  return Buffer.concat([head, ...windowsSizes.map(png)])
}

/** Writes `16.png` and the other sizes, `icon.icns` and `icon.ico`. */
export function writeIcons(folder: string): void {
  const drawing = readFileSync(join(import.meta.dirname, 'icon.svg'), 'utf8')
  const drawn = new Map<number, Buffer>()
  const png = (size: number): Buffer => {
    const known = drawn.get(size) ?? new Resvg(drawing, { fitTo: { mode: 'width', value: size } }).render().asPng()
    drawn.set(size, known)
    return known
  }
  mkdirSync(folder, { recursive: true })
  for (const size of iconSizes) writeFileSync(join(folder, `${size}.png`), png(size))
  writeFileSync(join(folder, 'icon.icns'), appleIcon(png))
  writeFileSync(join(folder, 'icon.ico'), windowsIcon(png))
}
