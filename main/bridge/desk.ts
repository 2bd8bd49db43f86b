import { release } from 'node:os'
import type { HandlersOf, Services } from './handlers.ts'

/** A silent keychain must not delay the first screen. */
const patienceMs = 500

export function deskHandlers(services: Services): HandlersOf<'desk'> {
  const { ports, environments, client, ledger, notices } = services
  return {
    'desk.info': async (_, caller) => {
      await Promise.race([ports.keychain.ready?.(), new Promise<void>((done) => ports.clock.after(patienceMs, done))])
      const environment = environments.selected()
      const isDesk = caller.scope === 'desk'
      return {
        name: 'Showdesk',
        version: services.version,
        host: ports.host,
        platform: `${process.platform} ${process.arch} ${release()}`,
        node: process.versions.node,
        profile: ports.profile,
        environment,
        connection: services.reachability.connection(environment),
        gates: client.gates(),
        counts: ledger.counts(isDesk ? undefined : caller.environment),
        keychain: {
          backend: ports.keychain.backend,
          ...(ports.keychain.reason !== undefined && { reason: ports.keychain.reason }),
        },
        // They are about the whole desk, for the person at it.
        notices: isDesk ? notices.list() : [],
        startedAt: services.startedAt,
      }
    },
    'desk.dismiss': ({ id }) => {
      notices.dismiss(id)
      return {}
    },
    'desk.bringUp': () => {
      ports.bringUp?.()
      return {}
    },
  }
}
