import { encode } from 'uqr'

export interface QrPath {
  /** Width and height in modules, the quiet zone included. */
  size: number
  /** Of an SVG: one rectangle for each run of dark modules in a row. */
  path: string
}

/** Modules of blank border on each side (ISO/IEC 18004). */
const quietZone = 4

/** @throws where the text is too long for a code. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  let path = ''
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x += 1) {
      if (row[x] !== true) continue
      const from = x
      while (row[x + 1] === true) x += 1
      path += `M${from} ${y}h${x + 1 - from}v1h${from - x - 1}z`
    }
  }
  return { size, path }
}

export function qrSvg({ size, path }: QrPath): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}H0z"/><path fill="black" d="${path}"/></svg>\n`
}

export function qrPng({ size, path }: QrPath): Promise<Blob> {
  const scale = Math.ceil(1_024 / size)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * scale
  const context = canvas.getContext('2d')
  if (context === null) return Promise.reject(new Error('no canvas'))
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'black'
  context.scale(scale, scale)
  context.fill(new Path2D(path))
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png'),
  )
}
