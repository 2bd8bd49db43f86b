// `npm run dev`: the desk in Electron with reload, or `dev:web` where Electron can't open a window.
import { chooseShell } from './choose.ts'
import { devWeb } from './dev-web.ts'
import { main } from './exit.ts'
import { at, say } from './places.ts'
import { run } from './run.ts'
import { withDevProfile } from './dev-profile.ts'

await main(async () => {
  const args = process.argv.slice(2)
  const shell = await chooseShell()
  if ('reason' in shell) {
    say(`${shell.reason}; starting dev:web instead.`)
    return devWeb(args)
  }
  const cli = at('node_modules/electron-vite/bin/electron-vite.js')
  const env = { ...process.env, ELECTRON_EXEC_PATH: shell.executable, ELECTRON_RUN_AS_NODE: undefined }
  return run(process.execPath, [cli, 'dev', '--watch', '--', ...withDevProfile(args)], { stdio: 'inherit', env })
})
