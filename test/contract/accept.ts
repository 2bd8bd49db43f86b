// Accepts the catalog's decisions as they are now: `node test/contract/accept.ts`, then read the difference before committing it.
import { writeFileSync } from 'node:fs'
import { catalogSnapshot, snapshotFile } from './snapshot.ts'

writeFileSync(snapshotFile, catalogSnapshot())
process.stdout.write(`Written: ${snapshotFile}\n`)
