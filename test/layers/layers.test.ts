import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { cruise } from 'dependency-cruiser'
import type { ICruiseResult } from 'dependency-cruiser'
import { expect, onTestFinished, test } from 'vitest'
import { layerRules, toCruiserRule } from './rules.ts'

const root = resolve(import.meta.dirname, '../..')

async function breaches(baseDir: string, folders: string[]): Promise<string[]> {
  const { output } = await cruise(
    folders,
    {
      baseDir,
      validate: true,
      ruleSet: { forbidden: layerRules.map(toCruiserRule) },
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
    },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.vue', '.js', '.mjs', '.cjs', '.json'],
    },
  )
  const { violations, totalCruised } = (output as ICruiseResult).summary
  expect(totalCruised).toBeGreaterThan(0)
  return violations.map((violation) => {
    const sentence = layerRules.find(({ name }) => name === violation.rule.name)?.sentence ?? violation.rule.name
    return `${violation.rule.name}: ${violation.from} imports ${violation.to}. ${sentence}`
  })
}

// Catches an import that crosses a layer: the page reaching into main, a library used outside its one home.
test('every import keeps to the layers', { timeout: 60_000 }, async () => {
  expect(await breaches(root, ['main', 'preload', 'renderer'])).toEqual([])
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
  for (const target of [
    'main',
    'main/platform/catalog',
    'renderer',
    'renderer/bridge',
    'renderer/stores',
    'renderer/views/b',
  ]) {
    write(`${target}/target.ts`, 'export const x = 1\n')
  }
  for (const { breach } of layerRules)
    write(breach.file, `import * as x from '${breach.imports}'\nexport const y = x\n`)
  const found = await breaches(folder, ['main', 'preload', 'renderer'])
  for (const rule of layerRules) {
    expect(
      found.filter((line) => line.startsWith(`${rule.name}: ${rule.breach.file} `)),
      rule.name,
    ).not.toEqual([])
  }
})
