import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  clientOf,
  isPassword,
  LoginError,
  nameOfPassword,
  passwordOf,
  scramClient,
  scramKeys,
  scramServer,
} from '../../preload/scram.ts'

const secret = randomBytes(32).toString('base64url')
const keys = scramKeys(passwordOf(secret))
const at = '127.0.0.1:4321'
const find = (user: string) => (user === `${nameOfPassword(passwordOf(secret))}@${at}` ? keys : undefined)
const reasonOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof LoginError) return error.reason
    throw error
  }
  return 'let in'
}

// Catches steps that only this desk understands: the example of RFC 7677, section 3, on both sides.
test('the example of the standard', () => {
  const own = 'rOprNGfwEbeRWgbNEkqO'
  const client = clientOf({ user: 'user', password: 'pencil', own })
  const pencil = scramKeys('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'))
  const server = scramServer(client.first, () => pencil, '%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0')
  expect(client.first).toBe('n,,n=user,r=rOprNGfwEbeRWgbNEkqO')
  expect(server.first).toBe('r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096')
  const final = client.final(server.first)
  expect(final).toBe(
    'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=',
  )
  const { last } = server.final(final)
  expect(last).toBe('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=')
  client.verify(last)
})

// Catches a mistake that both sides of this desk make alike: the keys as Python's hashlib and hmac make them.
test('the keys are those of another implementation', () => {
  const script = `
import base64, hashlib, hmac, json, sys
secret, salt, rounds = sys.argv[1], base64.b64decode(sys.argv[2]), int(sys.argv[3])
password = hashlib.sha256(secret.encode()).hexdigest()
salted = hashlib.pbkdf2_hmac("sha256", password.encode(), salt, rounds)
mac = lambda key, text: hmac.new(key, text, hashlib.sha256).digest()
text = lambda data: base64.b64encode(data).decode()
print(json.dumps({"storedKey": text(hashlib.sha256(mac(salted, b"Client Key")).digest()), "serverKey": text(mac(salted, b"Server Key"))}))
`
  const made: unknown = JSON.parse(
    execFileSync('python3', ['-c', script, secret, keys.salt, String(keys.iterations)], { encoding: 'utf8' }),
  )
  expect(keys).toMatchObject(made as object)
})

// Catches a right secret that is refused, and what is kept or sent letting somebody in.
test('both prove the secret, and nothing that is kept or sent is it', () => {
  const client = scramClient({ secret, at })
  const server = scramServer(client.first, find)
  const final = client.final(server.first)
  const { last } = server.final(final)
  client.verify(last)
  const told = JSON.stringify([keys, client.first, server.first, final, last])
  expect(told).not.toContain(secret)
  expect(told).not.toContain(passwordOf(secret))
  for (const stolen of [keys.storedKey, keys.serverKey, JSON.stringify(keys)]) {
    expect(isPassword(stolen, keys)).toBe(false)
    const thief = clientOf({ user: `${nameOfPassword(passwordOf(secret))}@${at}`, password: stolen })
    const again = scramServer(thief.first, find)
    expect(reasonOf(() => again.final(thief.final(again.first)))).toBe('invalid-proof')
  }
  // A proof that was heard is good for one login only.
  const later = scramServer(client.first, find)
  expect(reasonOf(() => later.final(final))).toBe('invalid-encoding')
})

// Catches a client that goes on with whoever answers.
test('what can not prove the secret is not the desk', () => {
  const pretend = (change: (message: string) => string, last = 'v=AAAA'): string =>
    reasonOf(() => {
      const client = scramClient({ secret, at })
      client.final(change(scramServer(client.first, find).first))
      client.verify(last)
    })
  const whole = (message: string) => message
  expect(pretend(whole)).toBe('not_proven')
  expect(pretend(whole, 'v=')).toBe('invalid-encoding')
  expect(pretend(whole, 'e=invalid-proof')).toBe('invalid-proof')
  expect(pretend(whole, '{"jsonrpc":"2.0"}')).toBe('invalid-encoding')
  expect(pretend((message) => message.replace(/^r=./, 'r=~'))).toBe('not_proven')
  expect(pretend((message) => message.replace(/^r=[^,]+/, () => 'r='))).toBe('not_proven')
  for (const rounds of ['1', '4095', '999999999', '4096.5', 'x', ''])
    expect(pretend((message) => message.replace(/i=\d+$/, `i=${rounds}`))).toBe('not_proven')
  expect(pretend((message) => `m=1,${message}`)).toBe('extensions-not-supported')
  expect(pretend(() => 'e=other-error')).toBe('other-error')
  const client = scramClient({ secret, at })
  expect(reasonOf(() => client.verify('v=AAAA'))).toBe('not_proven')
})

// Catches a login that a program in between carries to the desk's other port, and frames that the standard does not know.
test('the desk refuses what was said to another address, or in another form', () => {
  const begin = (first: string): string => reasonOf(() => scramServer(first, find))
  const { first } = scramClient({ secret, at })
  expect(begin(first)).toBe('let in')
  expect(begin(first.replace('4321', '4322'))).toBe('unknown-user')
  expect(begin(first.replace('n,,', 'y,,'))).toBe('let in')
  expect(begin(first.replace('n,,', 'p=tls-unique,,'))).toBe('channel-binding-not-supported')
  for (const wrong of ['', 'n,,', 'n,,n=x', 'n,,r=x', `n,a=other,${first.slice(3)}`, '{}', first.slice(3)])
    expect(begin(wrong)).toBe('invalid-encoding')
  const client = scramClient({ secret, at })
  const server = scramServer(client.first, find)
  const final = client.final(server.first)
  expect(reasonOf(() => server.final(final.replace('c=biws', 'c=eSws')))).toBe('channel-bindings-dont-match')
  expect(reasonOf(() => server.final(final.replace(/p=.*$/, 'p=AAAA')))).toBe('invalid-proof')
  expect(reasonOf(() => server.final('c=biws'))).toBe('invalid-encoding')
})
