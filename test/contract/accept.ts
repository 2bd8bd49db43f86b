// `npm run catalog:accept`: accepts the catalog's decisions as they are now, and writes what is counted from them. Read the difference
// before committing it.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { catalogSnapshot, riskTableFile, snapshotFile, withRiskCounts } from './snapshot.ts'

writeFileSync(snapshotFile, catalogSnapshot())
writeFileSync(riskTableFile, withRiskCounts(readFileSync(riskTableFile, 'utf8')))
process.stdout.write(`Written: ${snapshotFile}, ${riskTableFile}\n`)

// What the views and the product pages make of the catalog needs Vite, so their tests write it.
const snapshots = ['test/renderer/reach.test.ts', 'test/renderer/products/plans.test.ts']
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
