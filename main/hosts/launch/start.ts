// `npm start`: the desk in Electron, or on loopback in the default browser where Electron can't open a window.
import { ensureBuilt } from './build.ts'
import { chooseShell } from './choose.ts'
import { main } from './exit.ts'
import { serveAndOpen } from './loopback.ts'
import { say } from './places.ts'
import { run } from './run.ts'

/** Answered by the host, whatever would open a window. */
const information = ['--help', '-h', '--version', '-v']

await main(async () => {
  const args = process.argv.slice(2)
  await ensureBuilt()
  if (args.some((text) => information.includes(text))) return serveAndOpen(args)
  const shell = await chooseShell()
  if ('executable' in shell) {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: undefined }
    return run(shell.executable, ['.', ...args], { stdio: 'inherit', env })
  }
  say(`${shell.reason}; serving the desk on loopback instead.`)
  return serveAndOpen(args)
})
