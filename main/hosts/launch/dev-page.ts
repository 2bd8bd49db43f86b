import type { ViteDevServer } from 'vite'
import { at, root } from './places.ts'

export interface DevPage {
  address: string
  close(): Promise<void>
}

/** Requests below `paths` go to `backend`, with Host and Origin rewritten, since a desk refuses every other. */
export async function servePage(backend: string, paths: readonly string[]): Promise<DevPage> {
  const { resolveConfig } = await import('electron-vite')
  const { createServer, mergeConfig } = await import('vite')
  const { config } = await resolveConfig({ root, configFile: at('electron.vite.config.ts') }, 'serve')
  const proxy = Object.fromEntries(
    paths.map((path) => [path, { target: backend, ws: true, changeOrigin: true, rewriteWsOrigin: true }]),
  )
  const server: ViteDevServer = await createServer(
    mergeConfig(config?.renderer ?? {}, { server: { host: '127.0.0.1', proxy } }),
  )
  await server.listen()
  const address = server.resolvedUrls?.local[0]
  if (address === undefined) throw new Error('The development server has no address.')
  return { address, close: () => server.close() }
}
