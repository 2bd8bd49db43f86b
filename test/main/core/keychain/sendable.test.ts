import { expect, test } from 'vitest'
import { createCredentials } from '../../../../main/core/keychain/credentials.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { parseBaseUrl } from '../../../../main/platform/client/base-url.ts'
import { createFakeClock } from '../../platform/ledger/support.ts'

const clock = createFakeClock()
const log = { write: () => undefined }
const open = () =>
  createCredentials({ keychain: createMemoryKeychain({ clock, log }), clock, log, redactor: createRedactor() })

// Catches a key that is "Saved" and can never be sent: pages and chat programs add characters that nobody sees.
test.each(['\u200B', '\u2060', '\u00AD', '\uFEFF', '\u200E', '\u202A', '\u034F', '\u180E', '\uFE0F', '\u{E0001}'])(
  'an unseen character (%j) is left out of what is saved',
  async (unseen) => {
    const credentials = open()
    await credentials.save('production', { scheme: 'apiKey', apiKey: ` ${unseen}ab${unseen}c-1\n` })
    expect(await credentials.load('production', 'apiKey')).toMatchObject({ apiKey: 'abc-1' })
    await credentials.save('production', { scheme: 'session', token: `t${unseen}`, accountId: `${unseen}a` })
    expect(await credentials.load('production', 'session')).toMatchObject({ token: 't', accountId: 'a' })
    expect(parseBaseUrl(`https://host.example/a${unseen}pi`).href).toBe('https://host.example/api')
  },
)

// Catches the same of a character that is seen, and a refusal that does not say which one it is.
test.each([
  ['ab\u2014c', 'U+2014'],
  ['ab\nc', 'U+000A'],
  ['ab\u0085c', 'U+0085'],
  ['ab😀c', 'U+1F600'],
  ['ключ', 'U+043A'],
])('%j can not be sent, and is refused with its name', async (apiKey, character) => {
  await expect(open().save('production', { scheme: 'apiKey', apiKey })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { facts: { reason: 'secret_not_sendable', character }, fields: [{ reason: 'not_for_header' }] },
  })
  await expect(open().load('production', 'apiKey')).rejects.toMatchObject({ code: 'no_credentials' })
})
