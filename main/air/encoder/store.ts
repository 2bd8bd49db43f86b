// The streaming software that a person entered. A password is in the keychain, under a name that holds a digest of the
// address, so that it answers no other one.
import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { BridgeParams } from '#contract/bridge.ts'
import type { Encoder } from '#contract/air/encoder.ts'
import { DeskError } from '#contract/errors.ts'
import type { FieldReason } from '#contract/reasons.ts'
import { withoutUnseen } from '../../core/keychain/errors.ts'
import type { Vault } from '../../core/keychain/types.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'

/** The name of the setting that keeps them; profile files leave it out, since a password stays on its computer. */
export const encoderSetting = 'encoders'

const kept = z.object({
  used: z.string().nullable(),
  list: z.array(z.object({ id: z.string(), name: z.string(), address: z.string(), password: z.string().nullable() })),
})
type Kept = z.infer<typeof kept>['list'][number]

export interface EncoderStore {
  list(): Encoder[]
  used(): Encoder | undefined
  /** Throws DeskError `invalid_input`, `not_found_here`, `keychain_*`; nothing is changed then. */
  save(input: BridgeParams<'encoder.save'>): Promise<Encoder>
  remove(id: string): Promise<void>
  use(id: string | null): void
  /** Throws DeskError `secret_missing` or `keychain_*`; undefined where it has none. */
  password(id: string): Promise<string | undefined>
}

export function createEncoderStore({
  settings,
  vault,
}: {
  settings: Pick<SettingsStore, 'read' | 'write'>
  vault: Vault
}): EncoderStore {
  let { used, list } = kept.safeParse(settings.read(encoderSetting)).data ?? { used: null, list: [] }

  const shown = ({ id, name, address, password }: Kept): Encoder => ({
    id,
    name,
    address,
    hasPassword: password !== null,
    used: id === used,
  })

  function write(nextUsed: string | null, nextList: Kept[]): void {
    settings.write(encoderSetting, { used: nextUsed, list: nextList })
    used = nextUsed
    list = nextList
  }

  function find(id: string): Kept {
    const one = list.find((other) => other.id === id)
    if (one !== undefined) return one
    throw new DeskError('not_found_here', 'This streaming software is no longer there.', {
      facts: { reason: 'encoder_gone' },
    })
  }

  return {
    list: () => list.map(shown),
    used: () => list.filter(({ id }) => id === used).map(shown)[0],
    async save({ id, name, address: given, password }) {
      const before = id === undefined ? undefined : find(id)
      const address = parseAddress(given)
      const own = before?.id ?? randomUUID()
      const isMoved = before !== undefined && before.address !== address
      // A password that was saved for another address is never answered to this one.
      let reference = isMoved ? null : (before?.password ?? null)
      if (password === null || password === '') reference = null
      else if (password !== undefined)
        reference = (await vault.put(`encoder/${own}`, placeOf(address), password)).$secret
      const next: Kept = { id: own, name, address, password: reference }
      // With the only one there is no choice to make.
      const isOnly = before === undefined && list.length === 0
      write(
        isOnly ? own : used,
        before === undefined ? [...list, next] : list.map((one) => (one.id === own ? next : one)),
      )
      const old = before?.password ?? null
      if (old !== null && old !== reference) await vault.remove(old)
      return shown(next)
    },
    async remove(id) {
      find(id)
      write(
        used === id ? null : used,
        list.filter((one) => one.id !== id),
      )
      await vault.removeOwner(`encoder/${id}`)
    },
    use(id) {
      if (id !== null) find(id)
      write(id, list)
    },
    async password(id) {
      const { address, password } = find(id)
      if (password === null) return undefined
      if (!password.startsWith(`encoder/${id}/${placeOf(address)}/`))
        throw new DeskError('secret_missing', 'The password belongs to another address.', {
          fields: [{ path: 'password', message: 'Enter this secret again', reason: 'secret_gone' }],
        })
      return vault.resolve(password, 'password')
    },
  }
}

const placeOf = (address: string): string => createHash('sha256').update(address).digest('hex').slice(0, 32)

/** `ws://HOST:PORT` or `wss://HOST:PORT`. Throws DeskError `invalid_input`. */
function parseAddress(text: string): string {
  const trimmed = withoutUnseen(text).trim()
  if (trimmed === '') throw wrong('address_missing')
  if (!URL.canParse(trimmed)) throw wrong('address_not_valid')
  const url = new URL(trimmed)
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') throw wrong('address_scheme')
  if (url.username !== '' || url.password !== '') throw wrong('address_user')
  if (url.hash !== '') throw wrong('address_fragment')
  if (url.search !== '') throw wrong('address_query')
  if (url.pathname !== '/') throw wrong('address_slashes')
  return `${url.protocol}//${url.host}`
}

const wrong = (reason: FieldReason): DeskError =>
  new DeskError('invalid_input', 'The address of streaming software is ws://HOST:PORT or wss://HOST:PORT.', {
    fields: [{ path: 'address', message: 'Not such an address', reason }],
    facts: { reason: 'address_not_valid' },
  })
