import { describe, expect, it } from 'vitest'
import { mask } from '#contract/mask.ts'
import { createCredentials } from '../../../../main/core/keychain/credentials.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/index.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import type { Keychain, KeychainResult } from '../../../../main/core/ports.ts'
import { captureLog, manualClock } from './support.ts'

const apiKey = { scheme: 'apiKey', apiKey: 'key-4711-of-production' } as const
const session = {
  scheme: 'session',
  token: 'token-0815-of-production',
  accountId: 'acc_1',
  sessionId: 'session-0001',
} as const

function setUp(answer?: Partial<Record<'get' | 'set' | 'remove', KeychainResult<string>>>) {
  const clock = manualClock()
  const log = captureLog()
  const real = createMemoryKeychain({ clock, log })
  const calls: string[] = []
  const keychain: Keychain = {
    backend: 'memory',
    get(account) {
      calls.push(`get ${account}`)
      return answer?.get === undefined ? real.get(account) : Promise.resolve(answer.get)
    },
    set: (account, value) => (answer?.set === undefined ? real.set(account, value) : Promise.resolve(answer.set)),
    remove: (account) => (answer?.remove === undefined ? real.remove(account) : Promise.resolve(answer.remove)),
  }
  const redactor = createRedactor()
  const credentials = createCredentials({ keychain, clock, log, redactor })
  return { clock, log, real, keychain, calls, redactor, credentials }
}

describe('credentials', () => {
  // Catches a credential that comes back changed, under another environment, or without its date.
  it('are kept per environment and kind with their date', async () => {
    const { credentials } = setUp()
    const saved = await credentials.save('production', apiKey)
    expect(saved).toEqual({
      environment: 'production',
      backend: 'memory',
      credentials: { apiKey: { state: 'found', updatedAt: '2026-01-02T03:04:05.678Z' }, session: { state: 'absent' } },
    })
    await credentials.save('production', session)
    expect(await credentials.load('production', 'apiKey')).toEqual(apiKey)
    expect(await credentials.load('production', 'session')).toEqual(session)
    expect((await credentials.status('development')).credentials).toEqual({
      apiKey: { state: 'absent' },
      session: { state: 'absent' },
    })
  })

  // Catches a keychain call per request, and values that stay in memory after lock, sleep or exit.
  it('are read once and again after a drop', async () => {
    const { credentials, calls, keychain, clock, log, redactor } = setUp()
    await credentials.save('production', apiKey)
    const later = createCredentials({ keychain, clock, log, redactor })
    const before = calls.length
    await later.load('production', 'apiKey')
    await later.load('production', 'apiKey')
    expect(calls.length - before).toBe(1)
    later.drop()
    expect(await later.load('production', 'apiKey')).toEqual(apiKey)
    expect(calls.length - before).toBe(2)
    expect(later.generation('production', 'apiKey')).toBe(0)
  })

  // Catches a read that was under way during a drop and puts the value back into memory.
  it('does not hold what was read across a drop', async () => {
    const { credentials, calls, real } = setUp()
    await real.set('production/apiKey', JSON.stringify({ v: 'key-4711', at: '2026-01-01T00:00:00.000Z' }))
    const load = credentials.load('production', 'apiKey')
    credentials.drop()
    await load
    await credentials.load('production', 'apiKey')
    expect(calls).toEqual(['get production/apiKey', 'get production/apiKey'])
  })

  // Catches a gate that stays closed for a new key, and screens that show the old state.
  it('count up and tell listeners on every change', async () => {
    const { credentials } = setUp()
    const heard: string[] = []
    const stop = credentials.onChange((environment, states) =>
      heard.push(`${environment} ${states.apiKey.state} ${states.session.state}`),
    )
    await credentials.save('development', apiKey)
    await credentials.save('development', apiKey)
    expect(credentials.generation('development', 'apiKey')).toBe(2)
    expect(credentials.generation('development', 'session')).toBe(0)
    await credentials.status('development')
    await credentials.remove('development', 'apiKey')
    expect(credentials.generation('development', 'apiKey')).toBe(3)
    stop()
    await credentials.save('development', session)
    expect(heard).toEqual(['development found absent', 'development found absent', 'development absent absent'])
  })

  // Catches a key that another desk replaced while this one goes on with the generation, and so with the gate, of the old one.
  it('count up when the keychain holds another value after a drop', async () => {
    const { credentials, real } = setUp()
    await credentials.save('production', apiKey)
    await real.set('production/apiKey', JSON.stringify({ v: 'another-key', at: '2026-01-01T00:00:00.000Z' }))
    credentials.drop()
    expect(await credentials.load('production', 'apiKey')).toEqual({ scheme: 'apiKey', apiKey: 'another-key' })
    expect(credentials.generation('production', 'apiKey')).toBe(2)
  })

  // Catches errors without a way out, and outcomes that are taken for "not signed in".
  it.each([
    ['absent', 'no_credentials', { reason: 'credential_absent', credential: 'apiKey', environment: 'production' }],
    ['locked', 'keychain_locked', undefined],
    ['denied', 'keychain_denied', undefined],
    ['unavailable', 'keychain_unavailable', { reason: 'keychain_failed' }],
    ['timed_out', 'keychain_unavailable', { reason: 'keychain_slow' }],
  ] as const)('say what is wrong when the keychain is %s', async (outcome, code, facts) => {
    const { credentials } = setUp({ get: { outcome } })
    await expect(credentials.load('production', 'apiKey')).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/API key.* production/i) as string,
      details: facts === undefined ? {} : { facts },
    })
    expect((await credentials.status('production')).credentials.apiKey).toEqual({ state: outcome })
  })

  // Catches a failed save that is reported as done or goes on with a value that was never stored.
  it('are not held when they could not be saved or removed', async () => {
    const failing = setUp({ set: { outcome: 'locked' }, remove: { outcome: 'denied' } })
    await expect(failing.credentials.save('production', apiKey)).rejects.toMatchObject({
      code: 'keychain_locked',
      retryable: true,
    })
    await expect(failing.credentials.load('production', 'apiKey')).rejects.toMatchObject({ code: 'no_credentials' })
    await expect(failing.credentials.remove('production', 'apiKey')).rejects.toMatchObject({ code: 'keychain_denied' })
    await expect(
      setUp().credentials.save('production', { scheme: 'apiKey', apiKey: 'cut\0key' }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
  })

  // Catches a damaged item that crashes the desk or is sent as a key.
  it('refuse an item that is not theirs', async () => {
    const { credentials, real } = setUp()
    await real.set('production/apiKey', '{"v": 7}')
    await real.set('production/session', 'plain text')
    await expect(credentials.load('production', 'apiKey')).rejects.toMatchObject({ code: 'keychain_unavailable' })
    await expect(credentials.load('production', 'session')).rejects.toMatchObject({ code: 'keychain_unavailable' })
  })

  // Catches a secret that gets past the redactor, into the log, or into an error.
  it('teach the redactor and write no secret anywhere', async () => {
    const { credentials, redactor, log, keychain, clock } = setUp()
    await credentials.save('production', apiKey)
    await credentials.save('production', session)
    await credentials.remove('production', 'apiKey')
    expect(redactor.text(`${apiKey.apiKey} ${session.token} ${session.sessionId}`)).toBe(`${mask} ${mask} ${mask}`)
    const fresh = createRedactor()
    await createCredentials({ keychain, clock, log, redactor: fresh }).load('production', 'session')
    expect(fresh.text(session.token)).toBe(mask)
    for (const secret of [apiKey.apiKey, session.token, session.sessionId]) expect(log.text()).not.toContain(secret)
  })
})
