import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import { qrPath, qrSvg, type QrPath } from '../../../../renderer/kit/components/chart/qr.ts'

/** Draws the path as a browser does, so that a mistake in it is seen. */
function decode({ size, path }: QrPath): string | undefined {
  const scale = 4
  const width = size * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x = '', y = '', run = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(run)) * scale; column += 1)
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
    }
  }
  return jsqr(pixels, width, width)?.data
}

// A code that no phone reads, or that leads elsewhere, is worse than none.
test.each([
  'https://example.org/pay/abc?x=1&y=2#z',
  'a',
  'Gr\u00fc\u00dfe \u{1f3b5} <b>"\'',
  `https://example.org/${'x'.repeat(900)}`,
])('%s reads back', (text) => {
  expect(decode(qrPath(text))).toBe(text)
})

test('four modules stay blank on every side', () => {
  const { size, path } = qrPath('https://example.org')
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, run]) => ({
    x: Number(x),
    y: Number(y),
    end: Number(x) + Number(run),
  }))
  expect([
    Math.min(...runs.map(({ x }) => x)),
    Math.min(...runs.map(({ y }) => y)),
    size - Math.max(...runs.map(({ end }) => end)),
    size - 1 - Math.max(...runs.map(({ y }) => y)),
  ]).toEqual([4, 4, 4, 4])
})

test('what is too long says so', () => {
  expect(() => qrPath('x'.repeat(5_000))).toThrow()
})

// A file is opened elsewhere, without the desk's styles: dark on light stands in it.
test('the file has its own light ground', () => {
  expect(qrSvg(qrPath('x'))).toMatch(
    /^<svg xmlns="[^"]+" viewBox="0 0 (\d+) \1"[^>]*><path fill="white" d="M0 0h\1v\1H0z"\/><path fill="black" d="[Mhvz0-9 -]+"\/><\/svg>\n$/,
  )
})
