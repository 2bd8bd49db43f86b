import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')
const { scripts, devDependencies } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  devDependencies: { node: string }
}
const builtIn = ['ci']
/** Names that stand for any file of their kind. */
const examples = new Set(['useX.ts', 'XView.vue', 'migrations/NNNN-what.ts'])

// Catches a command that a newcomer types and npm does not know.
test('every command of CONTRIBUTING.md is a script', () => {
  const named = [...read('CONTRIBUTING.md').matchAll(/\bnpm (?:run )?([a-z][\w:]*)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !Object.hasOwn(scripts, name) && !builtIn.includes(name))).toEqual([])
})

// Catches a path that was moved or renamed after it was written down.
test.each(['CONTRIBUTING.md', 'SECURITY.md'])('every path in %s is there', (document) => {
  const text = read(document)
  const paths = [
    ...[...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|\.?[\w-]+(?:\.[\w-]+)*\.(?:md|json|ts)|\.[\w-]{3,})\/?`/g)].map(
      ([, path = '']) => path,
    ),
    ...[...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = '']) => path),
  ].filter((path) => !['view.ts'].includes(path))
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((path) => !existsSync(resolve(root, path)))).toEqual([])
})

// Catches a file that was renamed, moved or deleted while the README that names it stayed as it was.
test('every file that a README names is there', () => {
  const files = globSync('{main,preload,renderer,test,docs}/**/*', { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  )
  const ends = new Set(
    [...globSync('*', { cwd: root }), ...files].flatMap((path) =>
      [path, path.replace(/\.(?:ts|vue)$/, '')].flatMap((name) =>
        [...name.matchAll(/(?:^|\/)/g)].map(({ index }) => name.slice(name[index] === '/' ? index + 1 : index)),
      ),
    ),
  )
  const dead = files
    .filter((path) => path.endsWith('/README.md'))
    .flatMap((path) =>
      [...read(path).matchAll(/`((?:[\w-]+\/)*[\w-][\w.-]*(?:\/|\.(?:ts|vue|css|md|sh|tsv|mjs)))`/g)]
        .map(([, name = '']) => name.replace(/\/$/, ''))
        .filter((name) => !ends.has(name) && !examples.has(name))
        .map((name) => `${path} names ${name}`),
    )
  expect(dead).toEqual([])
})

// Catches version managers that choose another Node than the scripts run on.
test('.node-version is the Node that the packages bring', () => {
  expect(read('.node-version').trim()).toBe(devDependencies.node)
})

// Catches a hook that is switched on by installing.
test('the hook is switched on by its own command alone', () => {
  const silent = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare']
  expect(silent.filter((name) => Object.hasOwn(scripts, name))).toEqual([])
  expect(existsSync(resolve(root, '.config/hooks/pre-commit'))).toBe(true)
})
