// `npm run check`: types, and the lint and the unit tests that the changes since the last commit touch.
import { step } from './support/steps.ts'

const passed = await Promise.all([
  step('types', 'vue-tsc', ['-b', '--pretty', 'false']),
  step('lint', process.execPath, ['test/lint.ts', '--changed']),
  step('unit tests', 'vitest', [
    'run',
    '--config',
    'test/vitest.config.ts',
    '--changed',
    '--passWithNoTests',
    '--project',
    'unit',
  ]),
])
process.exitCode = passed.every(Boolean) ? 0 : 1
