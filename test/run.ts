// `npm test`: the checks, fast ones first, and one closing line that counts them. `npm run test:all` adds what needs the keychain's service, the built
// desk and whole journeys; `npm run test:soak` makes the random walks (test/soak) for as many minutes as SOAK_MINUTES says, and plays every random
// proof in full (test/support/runs.ts).
// What the tests need from the system is installed on Debian as root; elsewhere it is named, and what could not run is counted as skipped.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCLI } from 'vitest/node'
import { commandOf, root, step, toolEnvironment } from './support/steps.ts'
import { ensureSystem } from './support/system.ts'

const usage = `npm test                        build, types, lint, unit and component tests, a few journeys
npm test -- storage/open        the tests whose path holds a text
npm test -- --project dom       one project of test/vitest.config.ts; any flag of vitest works
npm run test:all                all tests, and a tenth of the rounds of random proofs
npm run test:soak               random walks, SOAK_MINUTES long (3), and random proofs in full

SEED repeats what a random proof played.

As root on Debian it installs what the tests need from the system; elsewhere it names it and skips what can't run.
`
if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
  process.stdout.write(usage)
  process.exit(0)
}
const own = ['--all', '--soak']
const all = process.argv.includes('--all')
const soak = process.argv.includes('--soak')
const only = process.argv.slice(2).filter((argument) => !own.includes(argument))
try {
  const cli = createCLI()
  cli.parse(['node', 'vitest', 'run', ...only], { run: false })
  cli.matchedCommand?.checkUnknownOptions()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exit(2)
}
const projects = soak
  ? ['soak', 'unit', 'built']
  : ['unit', 'dom', 'smoke', ...(all ? ['service', 'slow', 'built', 'e2e', 'long', 'shell', 'electron'] : [])]
/** Files whose number of rounds the tier decides. */
const random = (): string[] =>
  globSync('test/{main,preload,renderer,soak}/**/*.test.ts', { cwd: root }).filter(
    (file) => file.includes('.soak.') || readFileSync(join(root, file), 'utf8').includes('runsOf('),
  )

interface Counts {
  passed: number
  failed: number
  skipped: number
}
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const skippedNames: string[] = []

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function run(command: string, args: string[]): Promise<number> {
  return new Promise((done) => {
    const child = spawn(...commandOf(command, args), {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...toolEnvironment, RUNS: soak ? 'soak' : all ? 'all' : 'quick' },
    })
    child.on('error', () => done(127))
    child.on('exit', (code) => done(code ?? 1))
  })
}

async function check(name: string, command: string, args: string[]): Promise<void> {
  total[(await step(name, command, args)) ? 'passed' : 'failed'] += 1
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  numPendingTests: number
  numTodoTests: number
  testResults: Array<{ name: string; status: string; assertionResults: Array<{ fullName: string; status: string }> }>
}

async function tests(withService: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-report-'))
  const report = join(folder, 'report.json')
  const vitest = [
    'vitest',
    'run',
    '--config',
    'test/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(only.length > 0 ? only : [...projects.flatMap((name) => ['--project', name]), ...(soak ? random() : [])]),
  ]
  const code = withService
    ? await run('bash', ['test/support/secret-service.sh', ...vitest])
    : await run(vitest[0] ?? '', vitest.slice(1))
  try {
    const result = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    const brokenFiles = result.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
    )
    total.passed += result.numPassedTests
    total.failed += result.numFailedTests + brokenFiles.length
    total.skipped += result.numPendingTests + result.numTodoTests
    for (const file of result.testResults) {
      for (const one of file.assertionResults)
        if (one.status === 'pending' || one.status === 'skipped' || one.status === 'todo')
          skippedNames.push(one.fullName)
    }
    if (result.testResults.length === 0) say(`No test was found for ${only.join(' ')}.`)
    if (code !== 0 && result.numFailedTests + brokenFiles.length === 0) total.failed += 1
  } catch {
    say('FAILED: the tests ended without a report')
    total.failed += 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const { missing } = await ensureSystem()
for (const { what, why, install } of missing) say(`missing: ${what} (${why}). ${install}`)

const withService = process.platform === 'linux' && !missing.some(({ what }) => what.includes('Secret Service'))
if (only.length > 0) await tests(withService)
else if (soak) {
  await check('build', 'electron-vite', ['build', '--logLevel', 'warn'])
  await tests(withService)
} else {
  // Types and lint take turns beside the build and the tests, which wait for browsers and clocks half of their time.
  const analysis = check('types', 'vue-tsc', ['-b', '--pretty', 'false']).then(() =>
    check('lint', process.execPath, ['test/lint.ts']),
  )
  await check('build', 'electron-vite', ['build', '--logLevel', 'warn'])
  await Promise.all([tests(withService), analysis])
}

for (const name of skippedNames) say(`skipped: ${name}`)
say(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
