// The process that stands for Electron: it runs the built main bundle on the stand-in and answers a test over the IPC
// channel.
import './hooks.ts'
import { tmpdir } from 'node:os'
import { pathToFileURL } from 'node:url'
import { questions, type Question } from './questions.ts'
import { openRealPages } from './real-page.ts'
import { app, emitReady, shellOfPages, showPages } from './stand-in.ts'

// Where an installed app has what stands beside it.
Object.assign(process, { resourcesPath: process.env.STAND_IN_RESOURCES ?? tmpdir() })
const bundle = process.env.STAND_IN_BUNDLE
if (bundle === undefined) throw new Error('STAND_IN_BUNDLE names the built main bundle')

process.on('message', ({ id, name, args }: { id: number; name: Question; args: unknown[] }) => {
  const ask = questions[name] as (...args: unknown[]) => unknown
  void Promise.resolve()
    .then(() => ask(...args))
    .then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: String(error) }),
    )
})

// A test that was ended leaves no process behind.
process.once('disconnect', () => process.exit(0))

await import(pathToFileURL(bundle).href)
const executable = process.env.STAND_IN_CHROMIUM
if (executable !== undefined) {
  const pages = await openRealPages({ executable, userData: app.getPath('userData'), shell: shellOfPages })
  showPages(pages)
  process.env.STAND_IN_ENDPOINT = pages.endpoint
  process.once('SIGTERM', () => app.quit())
}
emitReady()
process.send?.({ id: 0 })
