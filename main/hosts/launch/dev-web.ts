// `npm run dev:web`: the desk in a browser with reload, `/bridge` and `/monitor` forwarded to a loopback host.
import { ensureBuilt } from './build.ts'
import { withDevProfile } from './dev-profile.ts'
import { servePage, type DevPage } from './dev-page.ts'
import { main } from './exit.ts'
import { openInBrowser } from './browser.ts'
import { runHost, type Announcement } from './loopback.ts'
import { say } from './places.ts'

/** Answers the host's exit code. `nodeArgs` are for Node itself. */
export async function devWeb(args: string[], nodeArgs: string[] = []): Promise<number> {
  await ensureBuilt()
  let page: Promise<DevPage> | undefined
  const ready = (announcement: Announcement): void => {
    page = open(announcement)
    page.catch((error: unknown) => {
      say(String(error))
      process.kill(announcement.pid)
    })
  }
  const code = await runHost([...withDevProfile(args), '--port', '0'], ready, nodeArgs)
  await page?.then(
    (server) => server.close(),
    () => undefined,
  )
  return code
}

async function open({ bridge, token }: Announcement): Promise<DevPage> {
  const page = await servePage(new URL(bridge).origin.replace(/^ws/, 'http'), ['/bridge', '/monitor'])
  const url = new URL(`#token=${token}`, page.address).href
  process.stdout.write(`Showdesk is at ${url}\n`)
  await openInBrowser(url).catch(() => say('The default browser could not be started; open the address above.'))
  return page
}

if (import.meta.main) await main(() => devWeb(process.argv.slice(2)))
