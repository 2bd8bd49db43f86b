import { spawnSync } from 'node:child_process'
import { describe } from 'vitest'
import { journeys } from './journeys.ts'

const candidates = ['python3', '/usr/bin/python3']
const python = candidates.find((command) => spawnSync(command, ['-c', 'import websockets']).status === 0)

// `npm test` installs it as root on Debian: test/support/system.ts.
describe.skipIf(python === undefined)('the scripts for Python (with the package websockets)', () => {
  journeys({ command: () => python ?? 'python3', folder: 'python-script', ending: '.py' })
})
