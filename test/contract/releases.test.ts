import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { load } from 'js-yaml'
import { satisfies } from 'semver'
import { describe, expect, it, test } from 'vitest'
import { beginVersion, notesOf } from '../../.config/packaging/changelog.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { scripts, engines, dependencies, optionalDependencies } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  engines: { node: string }
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

interface Step {
  uses?: string
  run?: string
  env?: Record<string, string>
}
interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, { 'runs-on': string; strategy?: { matrix: { os: string[] } }; steps: Step[] }>
}

describe.each(readdirSync(join(root, '.github/workflows')))('%s', (name) => {
  const { permissions, jobs } = load(read(`.github/workflows/${name}`)) as Workflow
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  // Catches a workflow that calls a script which was renamed, and one that only ever runs on one system.
  it('calls scripts that exist, on the three systems', () => {
    const called = steps.flatMap(({ run = '' }) =>
      Array.from(run.matchAll(/\bnpm (?:run (?:--silent )?)?([a-z][\w:]*)/g), ([, script = '']) => script),
    )
    expect(called).toContain('test:all')
    expect(called.filter((script) => script !== 'ci' && !Object.hasOwn(scripts, script))).toEqual([])
    expect(Object.values(jobs).map((job) => job.strategy?.matrix.os.map((os) => os.split('-')[0]))).toContainEqual([
      'ubuntu',
      'macos',
      'windows',
    ])
  })

  // Catches a token that may write where it only reads, and a secret that stands in a command line.
  it('gives no more than it needs', () => {
    expect(permissions).toEqual({ contents: 'read' })
    expect(steps.filter(({ run = '' }) => run.includes('secrets.'))).toEqual([])
  })
})

// Catches a release that is packed before it was tested, or that nobody can check.
test('a release is built, tested, packed and summed up, in this order', () => {
  const { jobs } = load(read('.github/workflows/release.yml')) as Workflow
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run))
  const places = [
    'npm run build',
    'npm run test:all',
    'npm run dist',
    'release:notes',
    'SHA256SUMS',
    'gh release create',
  ].map((text) => commands.findIndex((command) => command.includes(text)))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

describe('the changelog', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A desk.\n\n## 0.1.0 - 2026-01-01\n\n- The first.\n'

  // Catches notes of another version, and a version that is released without a word.
  it('becomes the notes of a version', () => {
    const next = beginVersion(changelog, '0.2.0', '2026-02-03')
    expect(next).toContain('## Unreleased\n\n## 0.2.0 - 2026-02-03\n\n### Added')
    expect(notesOf(next, '0.2.0')).toBe('### Added\n\n- A desk.')
    expect(notesOf(next, '0.1.0')).toBe('- The first.')
    expect(() => notesOf(changelog, '0.2.0')).toThrow('0.2.0')
    expect(() => beginVersion(next, '0.3.0', '2026-02-04')).toThrow('Unreleased')
  })

  // Catches a changelog in a shape that the release can't read.
  it('of the project can be released', () => {
    expect(notesOf(beginVersion(read('CHANGELOG.md'), '999.0.0', '2026-02-03'), '999.0.0')).not.toBe('')
  })
})

// Catches a package in the app that is bundled already, or a shipped one that an audit does not see.
test('the runtime dependencies are what is shipped unbundled', () => {
  expect(Object.keys({ ...dependencies, ...optionalDependencies }).sort()).toEqual(['@napi-rs/keyring', 'keytar'])
})

// Catches an update of a package that wants a newer Node than the project says: npm ci would warn.
test('each version of Node that is named suffices for every package', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { engines?: { node?: string } }>
  }
  const lowest = Array.from(engines.node.matchAll(/\d+\.\d+\.\d+/g), ([version]) => version)
  expect(lowest.length).toBeGreaterThan(1)
  for (const version of [...lowest, read('.node-version').trim()]) {
    const refused = Object.entries(packages).filter(([, { engines: own }]) => !satisfies(version, own?.node ?? '*'))
    expect(
      refused.map(([path]) => path),
      version,
    ).toEqual([])
  }
})

// Catches packages that don't fit together: npm ci prints a page of warnings for each pair.
test('each package meets its peers in a version that it takes', () => {
  interface Package {
    version?: string
    peerDependencies?: Record<string, string>
    peerDependenciesMeta?: Record<string, { optional?: boolean }>
  }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }
  const nearest = (path: string, name: string): string | undefined => {
    for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const found = packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]
      if (found !== undefined || at === '') return found?.version
    }
  }
  const unfit = Object.entries(packages).flatMap(([path, { peerDependencies = {}, peerDependenciesMeta = {} }]) =>
    Object.entries(peerDependencies)
      .map(([name, range]) => ({ name, range, found: nearest(path, name) }))
      .filter(({ name, range, found }) =>
        found === undefined ? peerDependenciesMeta[name]?.optional !== true : !satisfies(found, range),
      )
      .map(({ name, range, found }) => `${path} wants ${name} ${range} and gets ${found ?? 'none'}`),
  )
  expect(unfit).toEqual([])
})

// Catches an old Node that ends with a fault of its own instead of a sentence.
test.each([
  ['20.20.2', 1],
  ['22.9.0', 1],
  ['22.22.2', 0],
  ['26.0.0', 0],
])('Node %s ends the scripts with %i', (version, code) => {
  const pretend = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`
  const check = join(root, 'main/hosts/launch/check-node.mjs')
  expect(existsSync(check)).toBe(true)
  const { status, stderr } = spawnSync(process.execPath, ['--import', pretend, '--import', check, '--eval', ''], {
    encoding: 'utf8',
  })
  expect(status).toBe(code)
  expect(stderr).toBe(
    code === 0
      ? ''
      : `Showdesk needs Node 22.22.2 or newer, and this is ${version}. Run npm ci, which brings its own, or install a newer one.\n`,
  )
})
