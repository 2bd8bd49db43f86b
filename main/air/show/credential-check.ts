// Whether the credentials that the selected environment needs are available. Pure; no secret comes here.
import type { CredentialKind, CredentialState, Environment, KeychainBackend } from '#contract/models.ts'
import type { AuthScheme, Product } from '#contract/operation.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { Found } from './judge.ts'

/** Operations that are sent with a credential. */
export interface Need {
  kind: CredentialKind
  operations: number
  /** Some of them do more than what an account does to itself: without them there is no show. */
  essential: boolean
}

export interface CredentialFindings {
  environment: Environment
  /** The embedded platform accepts practice values for missing credentials. */
  embedded: boolean
  backend: KeychainBackend
  needs: readonly Need[]
  /** What the keychain answered, and whether the desk has the value all the same. */
  states: Readonly<Partial<Record<CredentialKind, { keychain: CredentialState; desk: CredentialState }>>>
  /** Where requests go. */
  origin: string
  /** Where credentials may go: null before that was confirmed, undefined where none was saved. */
  confirmed: string | null | undefined
}

const kinds: readonly CredentialKind[] = ['apiKey', 'session']

/** Which credentials operations need, under the schemes that are in force. */
export function needsOf(
  operations: Iterable<Operation>,
  scheme: (product: Product, byCatalog: AuthScheme) => AuthScheme,
): Need[] {
  const all = [...operations].map(({ product, auth }) => ({ product, scheme: scheme(product, auth) }))
  return kinds.flatMap((kind) => {
    const needing = all.filter((operation) => operation.scheme === kind)
    return needing.length === 0
      ? []
      : [{ kind, operations: needing.length, essential: needing.some(({ product }) => product !== 'Accounts') }]
  })
}

const rank: Record<Found['state'], number> = { ok: 0, warn: 1, fail: 2 }

/** The facts hold lists with one place per credential: its kind, what was found, the keychain's state, and how many operations need it. */
export function credentialCheck(findings: CredentialFindings): Found {
  const { origin, confirmed, environment, needs } = findings
  if (confirmed !== undefined && confirmed !== origin && environment.baseUrl !== '') {
    const fix = 'settings#environments'
    return confirmed === null
      ? { state: 'fail', code: 'credentials_without_address', facts: { origin }, fix }
      : { state: 'fail', code: 'credentials_of_other_address', facts: { origin, confirmed }, fix }
  }
  if (needs.length === 0) return { state: 'ok', code: 'no_credential_needed' }
  const rows = needs.map((need) => rowOf(need, findings))
  const state = rows.reduce<Found['state']>((worst, row) => (rank[row.state] > rank[worst] ? row.state : worst), 'ok')
  return {
    state,
    code: 'credentials',
    facts: {
      environment: environment.id,
      kinds: needs.map(({ kind }) => kind),
      found: rows.map(({ found }) => found),
      keychain: rows.map(({ keychain }) => keychain),
      operations: needs.map(({ operations }) => String(operations)),
    },
    ...(state !== 'ok' && { fix: 'settings#credentials' }),
  }
}

type Row = Record<'found' | 'keychain', string> & Pick<Found, 'state'>

function rowOf({ kind, essential }: Need, { embedded, backend, states }: CredentialFindings): Row {
  const { keychain, desk } = states[kind] ?? { keychain: 'unavailable', desk: 'unavailable' }
  if (keychain === 'found' && desk === 'found')
    return backend === 'memory'
      ? { state: 'warn', found: 'in_memory', keychain }
      : { state: 'ok', found: 'kept', keychain }
  if (embedded) return { state: 'ok', found: 'practice', keychain }
  if (desk === 'found') return { state: 'warn', found: 'no_longer', keychain }
  const state = essential ? 'fail' : 'warn'
  return keychain === 'absent'
    ? { state, found: 'absent', keychain }
    : { state, found: 'unreadable', keychain: keychain === 'found' ? desk : keychain }
}
