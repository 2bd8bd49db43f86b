// `npm run lint`: nothing needs to be built before. With `--changed` it reads the files that differ from the last commit.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeComponentScripts } from './support/component-scripts.ts'
import { root, step } from './support/steps.ts'

const eslintOptions = ['--max-warnings', '0', '--cache', '--cache-location', 'node_modules/.cache/eslint/']

// Templates use what scripts declare: eslint and vue-tsc, which read both, report what is unused.
const scriptOptions = ['--no-ignore', '--allow', 'no-unused-vars']

const list = (args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)

function changedFiles(): string[] {
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

/** What passed before, by path and text, for this version of oxfmt and its settings. */
const formatCache = join(root, 'node_modules/.cache/format.json')

/** Hashes of the files that git knows of; without git of none. */
function hashedFiles(): Map<string, string> {
  const read = (file: string) => readFileSync(join(root, file))
  const tool = [read('node_modules/oxfmt/package.json'), read('.oxfmtrc.json')]
  const hashed = new Map<string, string>()
  try {
    for (const file of list(['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z'])) {
      const hash = createHash('sha256').update(file)
      for (const part of [...tool, read(file)]) hash.update(part)
      hashed.set(file, hash.digest('base64url'))
    }
    return hashed
  } catch {
    return new Map()
  }
}

function passedBefore(): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(formatCache, 'utf8')) as string[])
  } catch {
    return new Set()
  }
}

async function checkFormat(): Promise<boolean> {
  const hashed = hashedFiles()
  const passed = passedBefore()
  const other = changed ?? [...hashed.keys()].filter((file) => !passed.has(hashed.get(file) ?? ''))
  const all = other.length === hashed.size
  if (other.length === 0 && !all) return true
  // All of them by no name: so many are too long a command for some systems.
  const isRight = await step('format', 'oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...(all ? [] : other)])
  if (isRight && changed === undefined) {
    mkdirSync(dirname(formatCache), { recursive: true })
    writeFileSync(formatCache, JSON.stringify([...hashed.values()]))
  }
  return isRight
}

const passed = await Promise.all([
  lintComponents(),
  lintTypeScript().then(async (ended) => (await lintScripts()) && ended),
  checkFormat(),
])
process.exitCode = passed.every(Boolean) ? 0 : 1
