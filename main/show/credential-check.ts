// Whether the credentials that the chosen environment's operations need are in reach. Pure; no value of a secret comes here.
import type { CredentialKind, CredentialState, Environment, KeychainBackend } from '#contract/models.ts'
import type { AuthScheme, Product } from '#contract/operation.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import { plural, sentence } from './judge.ts'
import type { Found } from './judge.ts'

/** Operations that are sent with a credential. */
export interface Need {
  kind: CredentialKind
  operations: number
  /** More than what an account does to itself: without it there is no show. */
  essential: boolean
}

export interface CredentialLooks {
  environment: Environment
  /** The platform inside the desk knows practice values for what is not there. */
  embedded: boolean
  backend: KeychainBackend
  needs: readonly Need[]
  /** How the look into the keychain ended, and whether the desk has the value all the same. */
  states: Readonly<Partial<Record<CredentialKind, { keychain: CredentialState; desk: CredentialState }>>>
  /** Where requests go, and where credentials may go: null before it was confirmed, undefined where none was saved. */
  origin: string
  confirmed: string | null | undefined
}

const words: Record<CredentialKind, { the: string; no: string }> = {
  apiKey: { the: 'the API key', no: 'there is no API key' },
  session: { the: 'the session', no: 'there is no session' },
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

export function credentialCheck(looks: CredentialLooks): Found {
  const rows = looks.needs.map((need) => rowOf(need, looks))
  const state = rows.reduce<Found['state']>((worst, row) => (rank[row.state] > rank[worst] ? row.state : worst), 'ok')
  const found = sentence(rows.map(({ text }) => text))
  const { origin, confirmed } = looks
  if (confirmed !== undefined && confirmed !== origin && looks.environment.baseUrl !== '') {
    const saved = confirmed === null ? 'were saved without a confirmed address' : `were saved for ${confirmed}`
    return {
      state: 'fail',
      found: `The credentials ${saved} and do not go to ${origin} before you confirm it.`,
      fix: 'settings#environments',
    }
  }
  return {
    state,
    found: found === '' ? 'No operation needs a credential.' : found,
    ...(state !== 'ok' && { fix: 'settings#credentials' }),
  }
}

function rowOf(
  { kind, operations, essential }: Need,
  { environment, embedded, backend, states }: CredentialLooks,
): { state: Found['state']; text: string } {
  const { the, no } = words[kind]
  const { keychain, desk } = states[kind] ?? { keychain: 'unavailable', desk: 'unavailable' }
  if (keychain === 'found' && desk === 'found') {
    if (backend === 'memory')
      return { state: 'warn', text: `${the} is kept in memory only and gone when the desk closes` }
    return { state: 'ok', text: `${the} is in the keychain` }
  }
  if (embedded) return { state: 'ok', text: `${the} of the practice platform is used` }
  if (desk === 'found')
    return {
      state: 'warn',
      text: `${the} is in the desk's memory, but ${troubles[keychain]}: it is gone once the machine locks or sleeps`,
    }
  const state = essential ? 'fail' : 'warn'
  const meant = `${plural(operations, 'operation needs', 'operations need')} it`
  if (keychain === 'absent') return { state, text: `${no} for ${environment.name}, and ${meant}` }
  return { state, text: `${troubles[keychain === 'found' ? desk : keychain]}, so ${the} can't be read, and ${meant}` }
}

const troubles: Record<CredentialState, string> = {
  found: 'what the keychain holds is not readable',
  absent: 'the keychain has it no more',
  locked: 'the keychain is locked',
  denied: 'the keychain refuses the desk',
  unavailable: 'the keychain is not in reach',
  timed_out: 'the keychain does not answer in time',
  too_large: 'what the keychain holds is too long',
}
