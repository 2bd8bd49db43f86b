// A picture in place of a QR code. It can't be scanned, so that nobody pays through a rehearsal.
import { hash } from '../../values.ts'

const size = 21

export function pattern(content: string): string {
  const cells: string[] = []
  for (let place = 0; place < size * size; place += 1) {
    if (hash(`${content}#${place}`) % 2 === 0) cells.push(`M${place % size} ${Math.floor(place / size)}h1v1h-1z`)
  }
  const title = '<title>Practice code, not scannable</title>'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">${title}<path d="${cells.join('')}"/></svg>`
}
