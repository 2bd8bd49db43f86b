// `npm run dev:web`: the desk in a browser with reload. Vite serves the page and hands `/bridge` on to a loopback host, with Host and
// Origin rewritten to the host's own, since it refuses every other.
import type { ViteDevServer } from 'vite'
import { ensureBuilt } from './build.ts'
import { main } from './exit.ts'
import { runHost, show } from './loopback.ts'
import type { Announcement } from './loopback.ts'
import { at, root, say } from './places.ts'

/** Runs until the host ends; answers its exit code. `args` are the host's. */
export async function devWeb(args: string[]): Promise<number> {
  await ensureBuilt()
  let page: Promise<ViteDevServer> | undefined
  const { code } = await runHost([...args, '--port', '0'], (announcement) => {
    page = servePage(announcement)
    page.catch((error: unknown) => {
      say(String(error))
      process.kill(announcement.pid)
    })
  })
  await page?.then(
    (server) => server.close(),
    () => undefined,
  )
  return code
}

async function servePage({ bridge, token }: Announcement): Promise<ViteDevServer> {
  const { resolveConfig } = await import('electron-vite')
  const { createServer, mergeConfig } = await import('vite')
  const { config } = await resolveConfig({ root, configFile: at('electron.vite.config.ts') }, 'serve')
  const target = new URL(bridge).origin.replace(/^ws/, 'http')
  const proxy = { '/bridge': { target, ws: true, changeOrigin: true, rewriteWsOrigin: true } }
  const server = await createServer(mergeConfig(config?.renderer ?? {}, { server: { host: '127.0.0.1', proxy } }))
  await server.listen()
  const page = server.resolvedUrls?.local[0]
  if (page === undefined) throw new Error('The development server has no address.')
  await show(new URL(`#token=${token}`, page).href)
  return server
}

if (import.meta.main) await main(() => devWeb(process.argv.slice(2)))
