// The loopback entry. It turns the compile cache on before anything large is loaded.
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

enableCompileCache()
const { runHost } = await import('./hosts/loopback/main.ts')
await runHost(process.argv.slice(2), resolve(import.meta.dirname, '../renderer'))
