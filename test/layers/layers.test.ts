import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { ICruiseResult } from 'dependency-cruiser'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { cruiseProduct } from './cruise.ts'
import { drawnPicture, writtenPicture } from './picture.ts'
import { layerRules, toCruiserRule } from './rules.ts'

const root = resolve(import.meta.dirname, '../..')

let product: ICruiseResult
beforeAll(async () => {
  product = await cruiseProduct(root, layerRules.map(toCruiserRule))
}, 60_000)

function breaches({ summary }: ICruiseResult): string[] {
  const { violations, totalCruised } = summary
  expect(totalCruised).toBeGreaterThan(0)
  return violations.map((violation) => {
    const sentence = layerRules.find(({ name }) => name === violation.rule.name)?.sentence ?? violation.rule.name
    return `${violation.rule.name}: ${violation.from} imports ${violation.to}. ${sentence}`
  })
}

// Catches an import that crosses a layer: the page reaching into main, a library used outside its one home.
test('every import keeps to the layers', () => {
  expect(breaches(product)).toEqual([])
})

// Catches a rule that no longer finds anything because a path or a pattern changed.
test('each rule finds the breach it is for', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write('package.json', JSON.stringify({ type: 'module', dependencies: { electron: '*', keytar: '*', axios: '*' } }))
  // Files that are only imported; the breaches are written over them.
  for (const { breach } of layerRules)
    if (breach.imports.startsWith('.')) write(join(dirname(breach.file), breach.imports), 'export const x = 1\n')
  write('main/circle/y.ts', "import * as x from './x.ts'\nexport const y = x\n")
  for (const { breach } of layerRules)
    write(breach.file, `import * as x from '${breach.imports}'\nexport const y = x\n`)
  const found = breaches(await cruiseProduct(folder, layerRules.map(toCruiserRule)))
  for (const rule of layerRules) {
    expect(
      found.filter((line) => line.startsWith(`${rule.name}: ${rule.breach.file} `)),
      rule.name,
    ).not.toEqual([])
  }
})

// Catches a picture that no longer shows who imports whom.
test('docs/architecture.md shows the dependency picture as the code draws it', () => {
  expect(writtenPicture(), 'node test/layers/picture.ts writes it').toBe(drawnPicture(product))
})

// Catches a package that nobody gave a reason for, and a reason for one that is gone.
test('docs/architecture.md says of each package why it is there', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
  const packages = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {}),
  )
  const text =
    readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('\n## Why each package is there\n')[1] ?? ''
  const named = (text.split('\n## ')[0] ?? '').matchAll(/^- `(?<name>[^`]+)`: .{9,}/gm)
  expect([...named].map(({ groups }) => groups?.name).sort()).toEqual(packages.sort())
})
