// What CONTRIBUTING promises of an operation and of a view: one of each is added to a copy of the project, and the checks run there.
import { execFile } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const left = new Set(['.git', 'node_modules', 'out', 'dist'])
const key = 'GET /api/team/general/rota/all'

/** A copy of the project with the same libraries. */
function copy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-additions-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const path of readdirSync(root).filter((name) => !left.has(name)))
    cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, 'utf8')
  const changed = change(text)
  expect(changed, file).not.toBe(text)
  writeFileSync(file, changed)
}

function addOperation(folder: string): void {
  appendFileSync(
    join(folder, 'test/contract/operations.tsv'),
    'Teams\tGET\t/api/team/general/rota/all\tRota - Get All\n',
  )
  edit(join(folder, 'main/platform/catalog/teams.ts'), (text) =>
    text.replace('\n} satisfies', `\n  '${key}': { ...general, name: 'Rota - Get All', ...read },\n} satisfies`),
  )
}

function addView(folder: string): void {
  const view = join(folder, 'renderer/views/rota')
  mkdirSync(view)
  writeFileSync(
    join(view, 'view.ts'),
    `import type { ViewDefinition } from '../view-definition.ts'

export default {
  id: 'rota',
  title: 'frame.view.rota',
  icon: 'i-lucide-calendar',
  order: 90,
  place: 'rail',
  component: () => import('./RotaView.vue'),
} satisfies ViewDefinition
`,
  )
  writeFileSync(
    join(view, 'RotaView.vue'),
    `<script setup lang="ts">
import { useI18n } from 'vue-i18n'

const { t } = useI18n()
</script>

<template>
  <p>{{ t('rota.nobody') }}</p>
</template>
`,
  )
  writeFileSync(join(view, 'README.md'), '# Rota\n\nWho is on duty.\n')
  for (const language of languages) {
    writeFileSync(join(folder, `renderer/messages/${language}/rota.json`), '{ "nobody": "Nobody is on duty." }\n')
    edit(join(folder, `renderer/messages/${language}/frame.json`), (text) =>
      text.replace(/"view": \{/, '"view": {\n    "rota": "Rota",'),
    )
  }
}

const languages = readdirSync(join(import.meta.dirname, '../../renderer/messages')).filter(
  (name) => !name.includes('.'),
)
const run = promisify(execFile)
const contractTests = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'))
/** All but this one, which would copy the copy. */
const checks = [
  ...contractTests.filter((name) => !name.includes('.long.')).map((name) => `test/contract/${name}`),
  'test/layers',
  'test/renderer/messages.test.ts',
  'test/renderer/reach.test.ts',
  'test/renderer/records/products/plans.test.ts',
  'test/main/platform/catalog',
  'test/main/platform/rehearsal/walk.test.ts',
]

// Catches a number, a list of files or a list of operations that somebody has to keep by hand.
test('an operation is one entry, and a view one folder with its messages', { timeout: 180_000 }, async () => {
  const folder = copy()
  addOperation(folder)
  addView(folder)
  const env = { ...process.env, CI: 'true', VITEST: undefined }
  await run(process.execPath, ['test/contract/accept.ts'], { cwd: folder, env })
  const accepted = readFileSync(join(folder, 'test/contract/catalog.snapshot.tsv'), 'utf8')
  expect(accepted).toContain(`${key}\tread\tread`)
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', '--project', 'unit']
  const { stdout } = await run(process.execPath, [...vitest, ...checks], {
    cwd: folder,
    env,
    maxBuffer: 2 ** 26,
  }).catch((error: unknown) => {
    throw new Error(String((error as { stdout?: string }).stdout).slice(-20_000))
  })
  expect(stdout).toMatch(/messages\.test\.ts/)

  // Nothing passes by being left out: a message that is not there is missed in the new view as well.
  rmSync(join(folder, 'renderer/messages/en/rota.json'))
  writeFileSync(join(folder, 'renderer/messages/en/rota.json'), '{ "somebody": "Somebody is on duty." }\n')
  const refused = await run(process.execPath, [...vitest, 'test/renderer/messages.test.ts'], { cwd: folder, env }).then(
    () => '',
    (error: unknown) => Object.values(error as { stdout: string; stderr: string }).join('\n'),
  )
  expect(refused).toContain('rota.nobody')
})
