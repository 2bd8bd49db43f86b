import { describe, expect, it } from 'vitest'
import { mask } from '#contract/mask.ts'
import type { Json } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/index.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createVault } from '../../../../main/core/keychain/vault.ts'
import type { Keychain, KeychainResult } from '../../../../main/core/ports.ts'
import { captureLog, createMemoryVaultIndex, manualClock } from './support.ts'

const secretFields = ['options.apiKey', 'options.apiSecret', 'options.authToken', 'options.streamKey']

function setUp() {
  const log = captureLog()
  const real = createMemoryKeychain({ clock: manualClock(), log })
  const calls: string[] = []
  const state: { fail?: KeychainResult<string> | undefined; failSet?: number } = {}
  const pass = (call: string, run: () => Promise<KeychainResult<string>>) => {
    calls.push(call)
    return state.fail === undefined ? run() : Promise.resolve(state.fail)
  }
  const keychain: Keychain = {
    backend: 'memory',
    get: (account) => pass('get', () => real.get(account)),
    set(account, value) {
      if (state.failSet !== undefined && (state.failSet -= 1) === 0) return Promise.resolve({ outcome: 'locked' })
      return pass('set', () => real.set(account, value))
    },
    remove: (account) => pass('remove', () => real.remove(account)),
  }
  const redactor = createRedactor()
  const index = createMemoryVaultIndex()
  return { log, calls, state, keychain, redactor, index, vault: createVault({ keychain, redactor, index }) }
}

const referencesIn = (value: Json): string[] => {
  if (isSecretReference(value)) return [value.$secret]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesIn) : []
}

describe('the vault', () => {
  // Catches a reference that leads to another value, to none, or that tells the value.
  it('gives back what was put', async () => {
    const { vault, keychain, redactor, index } = setUp()
    const { $secret } = await vault.put('profile/p1', 'streamKey', 'live_abcdef')
    expect($secret).toMatch(/^profile\/p1\/streamKey\/[\w-]{16}$/)
    expect(await vault.resolve($secret, 'options.streamKey')).toBe('live_abcdef')
    expect(await createVault({ keychain, redactor, index }).resolve($secret, 'options.streamKey')).toBe('live_abcdef')
    expect(await keychain.get(`secret/${$secret}`)).toMatchObject({ outcome: 'found' })
  })

  // Catches a call to the keychain for every send, and values that outlive a lock of the screen.
  it('holds a value in memory until it is told to drop it', async () => {
    const { vault, calls } = setUp()
    const { $secret } = await vault.put('profile/p1', 'streamKey', 'live_abcdef')
    await vault.resolve($secret, 'x')
    expect(calls).toEqual(['set'])
    vault.drop()
    await vault.resolve($secret, 'x')
    await vault.resolve($secret, 'x')
    expect(calls).toEqual(['set', 'get'])
  })

  // Catches a secret that an intent leaves behind when it has settled, or one that is taken from another owner.
  it('removes what an owner has and nothing else', async () => {
    const { vault, index, keychain, redactor } = setUp()
    const one = await vault.put('intent/i1', 'apiKey', 'value-one')
    const two = await vault.put('intent/i1', 'apiSecret', 'value-two')
    const kept = await vault.put('intent/i2', 'apiKey', 'value-three')
    await vault.removeOwner('intent/i1')
    for (const { $secret } of [one, two]) {
      await expect(vault.resolve($secret, 'options.apiKey')).rejects.toMatchObject({
        code: 'secret_missing',
        message: expect.stringContaining('options.apiKey') as string,
      })
      expect(await keychain.get(`secret/${$secret}`)).toMatchObject({ outcome: 'absent' })
    }
    expect(index.list('intent/i1')).toEqual([])
    expect(await vault.resolve(kept.$secret, 'x')).toBe('value-three')
    expect(redactor.text('value-one value-three')).toBe(`${mask} ${mask}`)
  })

  // Catches a secret that stays in the keychain for ever because the keychain was locked when its owner went.
  it('makes up for a removal that the keychain refused', async () => {
    const { vault, state, index, keychain } = setUp()
    const { $secret } = await vault.put('intent/i1', 'apiKey', 'value-one')
    state.fail = { outcome: 'locked' }
    await vault.removeOwner('intent/i1')
    state.fail = undefined
    expect(index.list('intent/i1')).toEqual([])
    await vault.put('intent/i2', 'apiKey', 'value-two')
    expect(await keychain.get(`secret/${$secret}`)).toMatchObject({ outcome: 'absent' })
  })

  // Catches a secret in the keychain that nothing knows of: the process died between the two writes.
  it('enters the index before it writes', async () => {
    const { vault, keychain, index } = setUp()
    const order: string[] = []
    const watched = createVault({
      keychain: { ...keychain, set: (account, value) => (order.push('keychain'), keychain.set(account, value)) },
      redactor: createRedactor(),
      index: { ...index, add: (owner, reference) => (order.push('index'), index.add(owner, reference)) },
    })
    await watched.put('event/e1', 'apiKey', 'value-one')
    expect(order).toEqual(['index', 'keychain'])
    await vault.removeOwner('event/e1')
  })

  // Catches "enter it again" for a secret that is only behind a locked keychain, and a lookup outside the vault's own accounts.
  it('tells missing from locked, and takes only its own references', async () => {
    const { vault, state } = setUp()
    const { $secret } = await vault.put('profile/p1', 'streamKey', 'live_abcdef')
    vault.drop()
    state.fail = { outcome: 'locked' }
    await expect(vault.resolve($secret, 'options.streamKey')).rejects.toMatchObject({ code: 'keychain_locked' })
    await expect(vault.resolve('../production/apiKey', 'options.streamKey')).rejects.toMatchObject({
      code: 'secret_missing',
    })
    await expect(vault.put('profile/p1', 'streamKey', 'another')).rejects.toMatchObject({ code: 'keychain_locked' })
  })
})

describe('moving secrets out of a body', () => {
  // Catches a copy or a keychain call on the way of every write that has nothing to hide.
  it('gives the same object back where nothing is secret', async () => {
    const { vault, calls, redactor } = setUp()
    redactor.learn('some-known-secret')
    const body = {
      options: {
        apiKey: null,
        streamKey: '',
        title: 'A show',
        apiSecret: { $secret: 'profile/p1/apiSecret/AAAAAAAAAAAAAAAA' },
      },
      voteTokenQuantity: 3,
    }
    expect(await vault.externalize('intent/i1', body, secretFields)).toBe(body)
    expect(calls).toEqual([])
  })

  // Catches a secret that reaches the ledger's file: at a named field, under a telling name, or pasted into the wrong field.
  it('moves named fields, secret names and known values, and resolves to the same body', async () => {
    const { vault, index, redactor } = setUp()
    redactor.learn('known-elsewhere')
    const body: Json = {
      options: { apiKey: 'key-123456', streamKey: 'live_abcdef', custom: 'by-path', title: 'Tonight' },
      details: [{ password: 'pass-word-1', note: 'my key is known-elsewhere', count: 3 }, 'known-elsewhere'],
      tokens: ['fine'],
      'a.b': { refresh_token: ['r-token-1', 'r-token-2'] },
    }
    const moved = await vault.externalize('intent/i1', body, ['options.custom'])
    const text = JSON.stringify(moved)
    for (const secret of [
      'key-123456',
      'live_abcdef',
      'by-path',
      'pass-word-1',
      'known-elsewhere',
      'r-token-1',
      'r-token-2',
    ])
      expect(text).not.toContain(secret)
    const references = referencesIn(moved)
    expect(references).toHaveLength(8)
    expect(index.list('intent/i1')).toEqual(references)
    const resolve = async (value: Json): Promise<Json> => {
      if (isSecretReference(value)) return vault.resolve(value.$secret, 'x')
      if (Array.isArray(value)) return Promise.all(value.map(resolve))
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        await Promise.all(Object.entries(value).map(async ([key, item]) => [key, await resolve(item)] as const)),
      )
    }
    expect(await resolve(moved)).toEqual(body)
    expect(await vault.externalize('intent/i1', moved, ['options.custom'])).toBe(moved)
  })

  // Catches a key that also stands in a field before the one that gives it away.
  it('finds a secret in a string that was passed before the secret was met', async () => {
    const { vault } = setUp()
    const moved = await vault.externalize('intent/i1', { description: 'use live_abcdef', streamKey: 'live_abcdef' }, [])
    expect(JSON.stringify(moved)).not.toContain('live_abcdef')
  })

  // Catches half of a body's secrets left in the keychain when the other half could not be stored.
  it('takes back what it stored when it fails', async () => {
    const { vault, state, index } = setUp()
    state.failSet = 2
    await expect(
      vault.externalize('intent/i1', { apiKey: 'key-123456', streamKey: 'live_abcdef' }, []),
    ).rejects.toMatchObject({ code: 'keychain_locked' })
    expect(index.list('intent/i1')).toEqual([])
  })

  // Catches a secret that is written to a file as the name of a field or inside a made-up reference, and a walk without end.
  it('refuses what it can not make safe', async () => {
    const { vault, redactor } = setUp()
    redactor.learn('key-123456-abc')
    const refused = { code: 'invalid_input' }
    await expect(vault.externalize('intent/i1', { 'key-123456-abc': 1 }, [])).rejects.toMatchObject(refused)
    await expect(vault.externalize('intent/i1', { apiKey: { $secret: 'key-123456-abc' } }, [])).rejects.toMatchObject(
      refused,
    )
    let deep: Json = 'x'
    for (let level = 0; level < 5_000; level += 1) deep = [deep]
    await expect(vault.externalize('intent/i1', deep, [])).rejects.toMatchObject(refused)
    redactor.learn('options')
    const own = await vault.externalize('intent/i1', { options: { apiKey: 'key-999999' } }, secretFields)
    expect(referencesIn(own)).toHaveLength(1)
  })

  // Catches a secret in the log.
  it('logs no secret', async () => {
    const { vault, log, state } = setUp()
    await vault.externalize('intent/i1', { apiKey: 'key-123456' }, [])
    state.fail = { outcome: 'denied' }
    await vault.removeOwner('intent/i1')
    expect(log.text()).not.toContain('key-123456')
  })
})
