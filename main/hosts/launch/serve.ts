// `npm run serve`: the loopback host in this process, so that signals and exit code are the desk's own.
import { pathToFileURL } from 'node:url'
import { messageOf } from '#contract/errors.ts'
import { ensureBuilt } from './build.ts'
import { at, say } from './places.ts'

try {
  await ensureBuilt()
} catch (error) {
  say(messageOf(error))
  process.exit(1)
}
await import(pathToFileURL(at('out/main/host.js')).href)
