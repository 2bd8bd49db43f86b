// `npm start`: the desk in Electron; where that can't open a window here, the same desk on loopback in the default browser.
import { ensureBuilt } from './build.ts'
import { chooseShell } from './choose.ts'
import { main } from './exit.ts'
import { serveAndOpen } from './loopback.ts'
import { say } from './places.ts'
import { run } from './run.ts'

await main(async () => {
  const args = process.argv.slice(2)
  await ensureBuilt()
  const shell = await chooseShell()
  if ('executable' in shell) {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: undefined }
    return (await run(shell.executable, ['.', ...args], { stdio: 'inherit', env })).code
  }
  say(`${shell.reason}; serving the desk on loopback instead.`)
  return serveAndOpen(args)
})
