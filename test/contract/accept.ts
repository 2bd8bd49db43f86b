// Accepts the catalog's decisions and the control API as they are now: `npm run contract:accept`, then read the difference before committing it.
import { readFileSync, writeFileSync } from 'node:fs'
import { documentFile, documentText, guideFile, writtenGuide } from './control-api.ts'
import { catalogSnapshot, snapshotFile } from './snapshot.ts'

const written = {
  [snapshotFile]: catalogSnapshot(),
  [documentFile]: documentText(),
  [guideFile]: writtenGuide(readFileSync(guideFile, 'utf8')),
}
for (const [file, text] of Object.entries(written)) {
  writeFileSync(file, text)
  process.stdout.write(`Written: ${file}\n`)
}
