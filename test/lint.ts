// `npm run lint`: nothing needs to be built before. With `--changed` it reads the files that differ from the last commit.
import { execFileSync } from 'node:child_process'
import { writeComponentScripts } from './support/component-scripts.ts'
import { root, step } from './support/steps.ts'

const eslintOptions = ['--max-warnings', '0', '--cache', '--cache-location', 'node_modules/.cache/eslint/']

// Templates use what scripts declare: eslint and vue-tsc, which read both, report what is unused.
const scriptOptions = ['--no-ignore', '--allow', 'no-unused-vars']

function changedFiles(): string[] {
  const list = (args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  return [
    ...list(['diff', '--name-only', '--diff-filter=d', '--relative', '-z', 'HEAD']),
    ...list(['ls-files', '--others', '--exclude-standard', '-z']),
  ]
}

const changed = process.argv.includes('--changed') ? changedFiles() : undefined
const script = /\.[cm]?[jt]s$/
const component = /^renderer\/.*\.vue$/
const components = changed?.filter((file) => component.test(file)) ?? ['renderer/**/*.vue']
const typeScript = changed?.filter((file) => script.test(file)) ?? ['.']

async function lintComponents(): Promise<boolean> {
  if (components.length === 0) return true
  return step('lint: components', 'eslint', ['-c', '.config/eslint.config.mjs', ...eslintOptions, ...components])
}

async function lintTypeScript(): Promise<boolean> {
  if (typeScript.length === 0) return true
  return step('lint: TypeScript', 'oxlint', ['--no-error-on-unmatched-pattern', ...typeScript])
}

async function lintScripts(): Promise<boolean> {
  if (components.length === 0) return true
  const { folder, files, rewrite } = writeComponentScripts(components)
  return step('lint: scripts of components', 'oxlint', ['-c', 'oxlint.json', ...scriptOptions, ...files], {
    cwd: folder,
    rewrite,
  })
}

async function checkFormat(): Promise<boolean> {
  if (changed?.length === 0) return true
  return step('format', 'oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...(changed ?? [])])
}

const passed = await Promise.all([
  lintComponents(),
  lintTypeScript().then(async (ended) => (await lintScripts()) && ended),
  checkFormat(),
])
process.exitCode = passed.every(Boolean) ? 0 : 1
