import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const renderer = resolve(import.meta.dirname, '../../../../renderer')
const [css = '', , highContrast = ''] =
  /^([^]*?)(@media \(prefers-contrast: more\)) \{([^]*?)\n\}/
    .exec(readFileSync(resolve(renderer, 'kit/theme/tokens.css'), 'utf8'))
    ?.slice(1) ?? []
const block = (text: string, from: string): Record<string, string> => {
  const body = text.slice(text.indexOf(from)).split('}')[0] ?? ''
  return Object.fromEntries(
    [...body.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, colour]) => [name ?? '', colour ?? '']),
  )
}
const light = block(css, '.light {')
const dark = block(css, '.dark {')
const themes = {
  light,
  dark,
  'light, high contrast': { ...light, ...block(highContrast, '.light {') },
  'dark, high contrast': { ...dark, ...block(highContrast, '.dark {') },
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

const surfaces = ['--ui-bg', '--ui-bg-muted', '--ui-bg-elevated', '--desk-hover', '--desk-selected']
const texts = [
  '--ui-text',
  '--ui-text-highlighted',
  '--ui-text-toned',
  '--ui-text-muted',
  '--ui-text-dimmed',
  '--ui-primary',
  '--ui-success',
  '--ui-info',
  '--ui-warning',
  '--ui-error',
]

// Catches a colour that was added to one theme and forgotten in the other.
test('both themes have the same colours', () => {
  expect(Object.keys(dark).toSorted()).toEqual(Object.keys(light).toSorted())
})

// A colour changed by eye on one screen is unreadable on another.
test.each(Object.entries(themes))('%s: every text is readable on every surface', (_, theme) => {
  const poor = texts.flatMap((text) =>
    surfaces
      .map((surface) => ({ text, surface, ratio: contrast(theme[text] ?? '', theme[surface] ?? '') }))
      .filter(({ ratio }) => !(ratio >= 4.5)),
  )
  expect(poor).toEqual([])
})

test.each(Object.entries(themes))('%s: badges, tally and controls stand out', (_, theme) => {
  for (const id of ['production', 'development', 'rehearsal'])
    expect(contrast(theme[`--env-${id}`] ?? '', theme['--env-on'] ?? '')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(theme['--tally'] ?? '', theme['--tally-on'] ?? '')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(theme['--ui-primary'] ?? '', theme['--ui-text-inverted'] ?? '')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(theme['--ui-border-accented'] ?? '', theme['--ui-bg'] ?? '')).toBeGreaterThanOrEqual(3)
})

// A literal elsewhere escapes the themes and the test above.
test('no colour is written outside tokens.css', () => {
  const literal = /#[0-9a-f]{3,8}\b(?!['"]?\s*\))|\b(?:rgb|rgba|hsl|oklch)\(/i
  const found = globSync('**/*.{vue,css,ts}', { cwd: renderer }).filter((file) => {
    // Those of a mail are its own, and no theme reaches them.
    if (file.endsWith('tokens.css') || file === 'views/templates/model/brand/colours.ts') return false
    // An overlay is a page of its own, on somebody's picture.
    if (file.startsWith('air/overlay/')) return false
    const text = readFileSync(resolve(renderer, file), 'utf8').replace(
      /#(?:contract|air|kit)\b|#[a-z]*\}|settings#\w+|href="#\w+"/g,
      '',
    )
    return (
      literal.test(text) ||
      /\b(?:bg|text|border|ring)-(?:red|green|blue|amber|violet|teal|gray|zinc|slate|neutral|white|black)\b/.test(text)
    )
  })
  expect(found).toEqual([])
})

// Filled red is for on air alone.
test('no red surface but the tally', () => {
  const red = globSync('**/*.vue', { cwd: renderer }).filter((file) => {
    const text = readFileSync(resolve(renderer, file), 'utf8')
    return (
      /\bbg-error(?!\/)/.test(text) ||
      [...text.matchAll(/<UButton[^>]*color="error"[^>]*>/g)].some(
        ([tag]) => !/variant="(outline|ghost|link)"/.test(tag),
      )
    )
  })
  expect(red).toEqual([])
})
