// Grants for screens, in memory; a secret is told once, as main does.
import type { AccessState, Grant, GrantInput } from '#contract/access.ts'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { Push } from './sample-backend.ts'

type Handlers = { [M in BridgeMethod]?: (input: BridgeInput<M>) => BridgeOutput<M> | Promise<BridgeOutput<M>> }

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

/** One of each kind, of which the dock is in use. */
export const sampleGrants = (): AccessState['grants'] => [
  {
    id: 'grant-dock',
    name: 'Live dock',
    scope: 'operate',
    environment: 'rehearsal',
    commands: ['start', 'stop', 'mark'],
    mode: 'fire',
    createdAt: ago(86_400_000),
    lastUsedAt: ago(3_400),
    connections: 1,
  },
  {
    id: 'grant-deck',
    name: 'Stream Deck',
    scope: 'operate',
    environment: 'rehearsal',
    commands: ['reveal', 'clip'],
    mode: 'arm',
    createdAt: ago(7_200_000),
    lastUsedAt: null,
    connections: 0,
  },
  {
    id: 'grant-overlay',
    name: 'Poll overlay',
    scope: 'watch',
    environment: 'production',
    values: ['poll', 'onair'],
    createdAt: ago(172_800_000),
    lastUsedAt: ago(605_000),
    connections: 0,
  },
  {
    id: 'grant-script',
    name: 'Assistant',
    scope: 'draft',
    environment: 'development',
    createdAt: ago(3_600_000),
    lastUsedAt: ago(120_000),
    connections: 0,
  },
]

export function sampleAccess(push: Push): Handlers {
  let state: AccessState = { on: true, port: 41_234, address: 'http://127.0.0.1:41234', grants: sampleGrants() }
  let made = 0

  function change(next: AccessState): AccessState {
    state = next
    push('access.changed', state)
    return state
  }
  function find(id: string): AccessState['grants'][number] {
    const found = state.grants.find((grant) => grant.id === id)
    if (found === undefined) throw new DeskError('not_found_here', 'There is no such grant.')
    return found
  }
  const secret = (): string => `sample-secret-${++made}`
  const grantOf = (input: GrantInput): Grant => ({
    ...input,
    id: `grant-new-${made}`,
    createdAt: new Date().toISOString(),
    lastUsedAt: null,
  })

  return {
    'access.get': () => state,
    'access.switch': ({ on }) => {
      const port = state.port ?? 41_234
      return change({ on, port, grants: state.grants, ...(on && { address: `http://127.0.0.1:${port}` }) })
    },
    'access.port': ({ port }) => {
      const to = port ?? 42_345
      const { on, grants } = state
      return change({ on, port: to, grants, ...(on && { address: `http://127.0.0.1:${to}` }) })
    },
    'access.grant': (input) => {
      const told = secret()
      const grant = grantOf(input)
      change({ ...state, grants: [{ ...grant, connections: 0 }, ...state.grants] })
      return { grant, secret: told }
    },
    'access.renew': ({ id }) => {
      const grant = Object.fromEntries(Object.entries(find(id)).filter(([name]) => name !== 'connections')) as Grant
      return { grant, secret: secret() }
    },
    'access.revoke': ({ id }) => {
      find(id)
      return change({ ...state, grants: state.grants.filter((grant) => grant.id !== id) })
    },
    'access.own': () => ({ grant: null }),
  }
}
