import { release } from 'node:os'
import type { HandlersOf, Services } from './handlers.ts'

export function deskHandlers(services: Services): HandlersOf<'desk'> {
  const { ports, environments, client, ledger, notices } = services
  return {
    'desk.info': () => {
      const environment = environments.selected()
      return {
        name: 'Showdesk',
        version: services.version,
        host: ports.host,
        platform: `${process.platform} ${process.arch} ${release()}`,
        node: process.versions.node,
        profile: ports.profile,
        environment,
        connection: client.connection(environment),
        gates: client.gates(),
        counts: ledger.counts(),
        keychain: { backend: ports.keychain.backend, ...(ports.keychain.reason === undefined ? {} : { reason: ports.keychain.reason }) },
        notices: notices.list(),
        startedAt: services.startedAt,
      }
    },
    'desk.dismiss': ({ id }) => {
      notices.dismiss(id)
      return {}
    },
  }
}
