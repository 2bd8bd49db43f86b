// What the scripts answer to words that they don't know.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')

// Catches a stack trace, or hours of measuring, where somebody mistyped a word or asked what there is.
test.each([
  ['test/run.ts', ['--help'], 0, 'npm run test:soak'],
  ['test/run.ts', ['--bogus'], 2, '--bogus'],
  ['test/run.ts', ['test/main', '--reporer=dot'], 2, '--reporer'],
  ['test/bench/run.ts', ['--help'], 0, 'npm run bench -- queue'],
  ['test/bench/run.ts', ['nothing'], 2, 'There is no part named nothing.'],
])(
  '%s %j ends with %i and says how it is used',
  (script, args, code, said) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: 'utf8' })
    expect(stdout + stderr).toContain(said)
    expect(stdout + stderr).toContain('npm ')
    expect(stdout + stderr).not.toMatch(/^\s+at /m)
    expect(status).toBe(code)
  },
  60_000,
)
