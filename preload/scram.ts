// SCRAM-SHA-256 (RFC 5802 and 7677): both sides prove that they know the secret, and neither sends it. Only the steps of the
// standard, on primitives of node:crypto. There is no channel to bind to, since the link is plain on one machine; the user
// name carries the address instead, which the proofs cover.
import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

/** The subprotocol that asks for it, beside `showdesk.v1`. */
export const scramProtocol = 'scram-sha-256'
/** The standard's least. The secrets are random and of 256 bits, so more would only take time. */
export const iterations = 4096
const mostIterations = 100_000

/** What a desk keeps of a secret; it lets nobody in. */
export interface ScramKeys {
  /** Base64, as all of them. */
  salt: string
  iterations: number
  storedKey: string
  serverKey: string
}

export const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, at) => byte ^ (b[at] ?? 0)))
const same = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
const nonce = (): string => randomBytes(24).toString('base64')

/** The password of a secret: what desks kept before they had SCRAM, so that no grant had to be made anew. */
export const passwordOf = (secret: string): string => sha256(secret).toString('hex')
/** The user name of a password. It tells nothing of it. */
export const nameOfPassword = (password: string): string => sha256(password).toString('hex').slice(0, 32)

function keysOf(password: string, salt: Buffer, rounds: number) {
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const clientKey = hmac(salted, 'Client Key')
  return { clientKey, storedKey: sha256(clientKey), serverKey: hmac(salted, 'Server Key') }
}

/** What is kept of a password, with a salt of its own. */
export function scramKeys(password: string, salt = randomBytes(16)): ScramKeys {
  const { storedKey, serverKey } = keysOf(password, salt, iterations)
  return {
    salt: salt.toString('base64'),
    iterations,
    storedKey: storedKey.toString('base64'),
    serverKey: serverKey.toString('base64'),
  }
}

/** Whether a password is the one that the keys were made of. */
export function isPassword(password: string, keys: ScramKeys): boolean {
  const { storedKey } = keysOf(password, Buffer.from(keys.salt, 'base64'), keys.iterations)
  return same(storedKey, Buffer.from(keys.storedKey, 'base64'))
}

/** Why a login ended: the server's word of RFC 5802 or one of ours, or `not_proven`: the other side is not the desk. */
export class LoginError extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`The login ended: ${reason}`)
    this.name = 'LoginError'
    this.reason = reason
  }
}

/** `k=value` by its key. Throws LoginError. */
function attributes(message: string): Map<string, string> {
  const parts = message.split(',').map((part) => /^([A-Za-z])=(.*)$/su.exec(part))
  const found = new Map(parts.flatMap((part) => (part?.[1] === undefined ? [] : [[part[1], part[2] ?? ''] as const])))
  if (found.size !== parts.length) throw new LoginError('invalid-encoding')
  // A mandatory extension that nobody here knows.
  if (found.has('m')) throw new LoginError('extensions-not-supported')
  return found
}

function base64(text: string | undefined): Buffer {
  const bytes = Buffer.from(text ?? '', 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== text) throw new LoginError('invalid-encoding')
  return bytes
}

/** The side that has the secret; `at` is where it connects, such as `127.0.0.1:4321`. */
export function scramClient({ secret, at }: { secret: string; at: string }) {
  const password = passwordOf(secret)
  return clientOf({ user: `${nameOfPassword(password)}@${at}`, password })
}

/** Apart from the form of our user names and passwords, for the standard's examples. */
export function clientOf({ user, password, own = nonce() }: { user: string; password: string; own?: string }) {
  const bare = `n=${user},r=${own}`
  let expected: Buffer | undefined

  return {
    first: `n,,${bare}`,

    /** The client's proof. Throws LoginError. */
    final(serverFirst: string): string {
      const said = attributes(serverFirst)
      const word = said.get('e')
      if (word !== undefined) throw new LoginError(word)
      const whole = said.get('r') ?? ''
      const rounds = Number(said.get('i'))
      if (!whole.startsWith(own) || whole.length === own.length) throw new LoginError('not_proven')
      if (!Number.isInteger(rounds) || rounds < iterations || rounds > mostIterations)
        throw new LoginError('not_proven')
      const { clientKey, storedKey, serverKey } = keysOf(password, base64(said.get('s')), rounds)
      const withoutProof = `c=biws,r=${whole}`
      const message = `${bare},${serverFirst},${withoutProof}`
      expected = hmac(serverKey, message)
      return `${withoutProof},p=${xor(clientKey, hmac(storedKey, message)).toString('base64')}`
    },

    /** Throws LoginError, also where the other side did not prove that it knows the secret. */
    verify(serverFinal: string): void {
      const said = attributes(serverFinal)
      const word = said.get('e')
      if (word !== undefined) throw new LoginError(word)
      if (expected === undefined || !same(base64(said.get('v')), expected)) throw new LoginError('not_proven')
    },
  }
}

/** The side that keeps the keys. `find` answers those of a user. Throws LoginError, here and in `final`. */
export function scramServer<U extends ScramKeys>(
  clientFirst: string,
  find: (user: string) => U | undefined,
  own = nonce(),
) {
  const [, flag = '', authority = '', bare = ''] = /^([ny]|p=[^,]*),([^,]*),(.*)$/su.exec(clientFirst) ?? []
  if (flag.startsWith('p')) throw new LoginError('channel-binding-not-supported')
  const said = attributes(bare)
  const [user, theirs] = [said.get('n'), said.get('r')]
  if (flag === '' || authority !== '' || user === undefined || theirs === undefined || theirs === '')
    throw new LoginError('invalid-encoding')
  const known = find(user)
  if (known === undefined) throw new LoginError('unknown-user')
  const whole = theirs + own
  const first = `r=${whole},s=${known.salt},i=${known.iterations}`

  return {
    first,
    /** The user, and the desk's own proof. */
    final(clientFinal: string): { user: U; last: string } {
      const end = clientFinal.lastIndexOf(',p=')
      const [withoutProof, proof] = [clientFinal.slice(0, end), clientFinal.slice(end + 3)]
      const given = attributes(withoutProof)
      if (end === -1 || given.get('r') !== whole) throw new LoginError('invalid-encoding')
      if (base64(given.get('c')).toString('utf8') !== `${flag},,`) throw new LoginError('channel-bindings-dont-match')
      const message = `${bare},${first},${withoutProof}`
      const storedKey = Buffer.from(known.storedKey, 'base64')
      const clientKey = xor(hmac(storedKey, message), base64(proof))
      if (!same(sha256(clientKey), storedKey)) throw new LoginError('invalid-proof')
      const last = `v=${hmac(Buffer.from(known.serverKey, 'base64'), message).toString('base64')}`
      return { user: known, last }
    },
  }
}
