// `npm run contract:accept`: accepts the catalog's decisions and the control API as they are now, and writes what is counted from them.
// Read the difference before committing it.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { documentFile, documentText, guideFile, writtenGuide } from './control-api.ts'
import { catalogSnapshot, riskTableFile, snapshotFile, withRiskCounts } from './snapshot.ts'

const written = {
  [snapshotFile]: catalogSnapshot(),
  [riskTableFile]: withRiskCounts(readFileSync(riskTableFile, 'utf8')),
  [documentFile]: documentText(),
  [guideFile]: writtenGuide(readFileSync(guideFile, 'utf8')),
}
for (const [file, text] of Object.entries(written)) {
  writeFileSync(file, text)
  process.stdout.write(`Written: ${file}\n`)
}

// What the views and the product pages make of the catalog needs Vite, so their tests write it.
const snapshots = ['test/renderer/reach.test.ts', 'test/renderer/records/products/plans.test.ts']
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/vitest.config.ts',
    '--project',
    'unit',
    ...snapshots,
    '--update',
  ],
  { stdio: 'inherit' },
)
process.exitCode = status ?? 1
