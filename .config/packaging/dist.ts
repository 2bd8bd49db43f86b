// `npm run dist`: builds the desk and makes the installers of the system that it runs on. What could not be made is
// named with its cause, and the exit code is 1 then. CONTRIBUTING.md lists what the environment may say.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { obtainRuntime } from '../../main/hosts/launch/runtime.ts'
import { hasDpkg, noDpkg } from './deb.ts'
import { installersOf, makeInstallers } from './installers.ts'
import { feedOf, metadataOf, root, said } from './pack.ts'
import { makeWebPackage, webPackage } from './web.ts'

const environment = process.env
const electronVite = join(root, 'node_modules/electron-vite/bin/electron-vite.js')

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** The desk for the browser needs nothing of Electron. */
function makeWeb(output: string): void {
  if (process.platform !== 'linux') return
  if (hasDpkg(environment)) say(`made: ${relative(root, makeWebPackage(output, metadataOf(environment)))}`)
  else say(`not made: ${webPackage}: ${noDpkg}`)
}

async function dist(): Promise<boolean> {
  const wanted = installersOf[process.platform]
  if (wanted === undefined) {
    say(`Nothing was made: there is no installer for ${process.platform}.`)
    return false
  }
  const feed = feedOf(environment)
  execFileSync(process.execPath, [electronVite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  const output = join(root, 'dist')
  const runtime = await obtainRuntime()
  if ('cause' in runtime) {
    rmSync(output, { recursive: true, force: true })
    makeWeb(output)
    say(`not made: the desktop app: Electron's runtime is not there and could not be downloaded: ${runtime.cause}.`)
    return false
  }
  const folder = dirname(runtime.executable)
  const { made, missing } = await makeInstallers({
    // On macOS the executable is inside of Electron.app, which is copied whole.
    runtime: process.platform === 'darwin' ? join(folder, '../../..') : folder,
    output,
    environment,
    wanted,
  })
  makeWeb(output)
  for (const path of made) say(`made: ${relative(root, path)}`)
  for (const { targets, cause } of missing) say(`not made: ${targets.join(', ')}: ${cause}`)
  if (feed === undefined) say('SHOWDESK_UPDATE_FEED is not set: this build offers no updates.')
  if (process.platform !== 'linux' && said(environment.CSC_LINK) === undefined)
    say('CSC_LINK is not set: it is signed only where this machine has a certificate of its own.')
  return missing.length === 0
}

process.exitCode = (await dist().catch((error: unknown) => {
  say(`Nothing was made: ${error instanceof Error ? error.message : String(error)}`)
  return false
}))
  ? 0
  : 1
