// SCRAM-SHA-256 (RFC 5802, RFC 7677): the grant is proved and never sent, and the desk proves itself too, so a program that took its
// port learns nothing. The password is the SHA-256 of the grant, the user name the SHA-256 of that, at the address.
import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

const sha256 = (data) => createHash('sha256').update(data).digest()
const hmac = (key, text) => createHmac('sha256', key).update(text).digest()
const attributes = (message) => Object.fromEntries(message.split(',').map((part) => [part[0], part.slice(2)]))

const line = process.env.SHOWDESK_GRANT ?? ''
const form = /^http:\/\/((?:127\.0\.0\.1|localhost):\d+)\/\S*#g=([\w-]+)$/
const [, host, secret] = form.exec(line.trim()) ?? []
if (secret === undefined) {
  console.error('Put the address that Settings > Access gave you into SHOWDESK_GRANT: http://127.0.0.1:PORT/#g=...')
  process.exit(2)
}
/** Where the desk is. */
export { host }

/** Answers the next message, and fails where the connection ends first. */
function ask(socket, text) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('It said nothing.')), 10_000)
    const end = (settle) => (event) => {
      clearTimeout(late)
      socket.removeEventListener('message', heard)
      socket.removeEventListener('close', closed)
      settle(event)
    }
    const heard = end(({ data }) => resolve(String(data)))
    const closed = end(() => reject(new Error('It ended the connection.')))
    socket.addEventListener('message', heard)
    socket.addEventListener('close', closed)
    socket.send(text)
  })
}

/** `socket` connects to `host`. Rejects where the desk refuses, or what answers is not the desk. */
export async function logIn(socket) {
  const password = sha256(secret).toString('hex')
  const nonce = randomBytes(24).toString('base64')
  const bare = `n=${sha256(password).toString('hex').slice(0, 32)}@${host},r=${nonce}`
  const first = await ask(socket, `n,,${bare}`)
  const { r, s, i, e } = attributes(first)
  if (e !== undefined) throw new Error(`It says ${e}.`)
  if (!r?.startsWith(nonce) || r === nonce || !(i >= 4096 && i <= 100_000)) throw new Error('It is not the desk.')
  const salted = pbkdf2Sync(password, Buffer.from(s ?? '', 'base64'), Number(i), 32, 'sha256')
  const clientKey = hmac(salted, 'Client Key')
  const message = `${bare},${first},c=biws,r=${r}`
  const signature = hmac(sha256(clientKey), message)
  const proof = Buffer.from(clientKey.map((byte, at) => byte ^ signature[at])).toString('base64')
  const last = attributes(await ask(socket, `c=biws,r=${r},p=${proof}`))
  if (last.e !== undefined) throw new Error(`It says ${last.e}.`)
  const given = Buffer.from(last.v ?? '', 'base64')
  const expected = hmac(hmac(salted, 'Server Key'), message)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error('It is not the desk.')
}
