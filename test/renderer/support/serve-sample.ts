// Serves a built renderer with the sample backend, to look at screens: node test/renderer/support/serve-sample.ts DIR [PORT] [DRAFTS]
import { resolve } from 'node:path'
import { createSampleBackend } from './sample-backend.ts'
import { servePage } from './serve-page.ts'

const { url } = await servePage(
  resolve(process.argv[2] ?? 'out/renderer'),
  Number(process.argv[3] ?? 0),
  (push) => createSampleBackend(push, 20_000, Number(process.argv[4] ?? 6)).handle,
)
process.stdout.write(`${url}\n`)
