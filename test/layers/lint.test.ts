import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { componentScript } from '../support/component-scripts.ts'
import { root } from '../support/steps.ts'

interface Finding {
  code: string
  message: string
  filename: string
}

/** The findings of oxlint with this project's configuration. */
function findings(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, types: ['node'] } }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/oxlint'),
    ['--disable-nested-config', '--format', 'json'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Finding[] }
  return diagnostics.map(({ filename, code, message }) => `${filename} ${code} ${message}`)
}

const settings = 'Settings live in the profile: use the settings store.'
const platform = 'The platform is reached through main/platform/client alone.'
const globals: Array<[folder: string, name: string, message: string]> = [
  ['renderer', 'process', 'Only main may use process.'],
  ['renderer', 'Buffer', 'Only main may use Buffer.'],
  ['renderer', 'fetch', 'Only renderer/kit/bridge may use fetch.'],
  ['renderer', 'WebSocket', 'Only renderer/kit/bridge may use WebSocket.'],
  ['renderer', 'XMLHttpRequest', 'Only renderer/kit/bridge may use XMLHttpRequest.'],
  ['renderer', 'localStorage', settings],
  ['renderer', 'sessionStorage', settings],
  ['renderer/kit/bridge', 'process', 'Only main may use process.'],
  ['renderer/kit/bridge', 'Buffer', 'Only main may use Buffer.'],
  ['main', 'fetch', platform],
  ['preload', 'fetch', platform],
]

// Catches a banned global that lint no longer reports, or reports without the way out.
test('each banned global is reported with its home', { timeout: 60_000 }, () => {
  const files = Object.fromEntries(
    globals.map(([folder, name]) => [`${folder}/${name}.ts`, `export const x: unknown = ${name}\n`]),
  )
  expect(findings(files).toSorted()).toEqual(
    globals
      .map(
        ([folder, name, message]) =>
          `${folder}/${name}.ts eslint(no-restricted-globals) Unexpected use of '${name}'. ${message}`,
      )
      .toSorted(),
  )
})

const breaches: Record<string, string> = {
  'no-console': "console.log('x')",
  eqeqeq: 'export const x = (a: number, b: number) => a == b',
  'no-non-null-assertion': 'export const x = (a?: { b: number }) => a!.b',
  'consistent-type-imports': "import { Agent } from 'node:http'\nexport type X = Agent",
  'switch-exhaustiveness-check': "export function x(a: 'b' | 'c'): void { switch (a) { case 'b': break } }",
  'restrict-template-expressions': 'export const x = (a: { b: 1 }) => `${a}`',
  'no-unnecessary-condition': 'export const x = (a: { b: number }) => a?.b',
  'no-floating-promises': 'export const x = (a: () => Promise<void>): void => { a() }',
  'no-unsafe-assignment': "export const x: string = JSON.parse('1')",
  'ban-ts-comment': '// @ts-ignore\nexport const x = 1',
}

// Catches a rule that a new version of oxlint renames, or that needs types which it no longer finds.
test('each rule reports the breach it is for, in components too', { timeout: 60_000 }, () => {
  const names = Object.keys(breaches)
  const found = findings(
    Object.fromEntries(
      Object.entries(breaches).flatMap(([name, text]) => [
        [`main/${name}.ts`, text],
        [
          `renderer/${name}.ts`,
          componentScript(
            `<script setup lang="ts">\n${text.replace('export ', '')}\n</script>\n<template><p /></template>\n`,
          ),
        ],
      ]),
    ),
  )
  for (const name of names) {
    for (const folder of ['main', 'renderer'])
      expect(
        found.filter((line) => line.startsWith(`${folder}/${name}.ts `) && line.includes(`(${name})`)),
        `${folder}: ${name}`,
      ).not.toEqual([])
  }
})

// Catches findings that point at another line of a component, and type parameters that lint takes for errors.
test('the script of a component keeps its place and declares its type parameters', () => {
  const text = `<template><p>ä</p></template>\n<script setup lang="ts" generic="T extends { id: string }, U">\nconst a = 1\n</script>\n`
  expect(
    componentScript(text)
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual(['', '', 'const a = 1', '', 'type T = { id: string }; type U = unknown', ''])
})
