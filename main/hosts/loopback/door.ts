// Lets others in where the host does not listen by itself.
import type { Access, Door } from '../../core/access/service.ts'
import type { Log } from '../../core/ports.ts'
import type { Bridge } from '../../core/types.ts'
import type { Manifest } from '../web/manifest.ts'
import { serveLoopback } from './server.ts'

/** Nothing listens until it is opened; a port that is taken is a fault, never another port. */
export function createDoor(parts: { bridge: Bridge; access: Access; manifest: () => Manifest; log: Log }): Door {
  const { bridge, access, manifest, log } = parts
  let server: Awaited<ReturnType<typeof serveLoopback>> | undefined
  return {
    async open(port) {
      try {
        server ??= await serveLoopback({ bridge, access, manifest: manifest(), port: port ?? 0, page: false, log })
        return { address: server.address, port: server.port }
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'EADDRINUSE') return { fault: 'port_taken' }
        if (code === 'EACCES') return { fault: 'port_forbidden' }
        log.write('error', 'Others could not be let in.', { reason: String(error) })
        return { fault: 'failed' }
      }
    },
    async close() {
      const open = server
      server = undefined
      await open?.close()
    },
  }
}
