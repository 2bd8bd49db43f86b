import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { KeychainBackend } from '#contract/models.ts'
import type { OpenedKeychain } from '../../../../main/core/keychain/index.ts'
import { captureLog, type CapturedLog } from './support.ts'

/** What every backend has to do, the same for all: run in each one's own test file. */
export function keychainContract(backend: KeychainBackend, open: (log: CapturedLog) => OpenedKeychain): void {
  describe(`a keychain over ${backend}`, { timeout: 60_000 }, () => {
    const log = captureLog()
    const used: string[] = []
    let keychain: OpenedKeychain
    beforeAll(() => {
      keychain = open(log)
    })
    afterEach(async () => {
      for (const account of used.splice(0)) await keychain.remove(account)
    })
    const newAccount = () => {
      const account = `test/${randomBytes(6).toString('hex')}`
      used.push(account)
      return account
    }

    // Catches a backend that silently is another one, so that its tests prove nothing.
    it('is the backend it says', async () => {
      await keychain.ready()
      expect(keychain.backend).toBe(backend)
    })

    // Catches a store that loses, mixes up or does not replace values.
    it('keeps, replaces and removes a value', async () => {
      const account = newAccount()
      expect(await keychain.get(account)).toMatchObject({ outcome: 'absent' })
      expect(await keychain.set(account, 'first value')).toEqual({ outcome: 'found', value: 'first value' })
      expect(await keychain.set(account, 'second value')).toEqual({ outcome: 'found', value: 'second value' })
      expect(await keychain.get(account)).toEqual({ outcome: 'found', value: 'second value' })
      expect(await keychain.remove(account)).toMatchObject({ outcome: 'found' })
      expect(await keychain.remove(account)).toMatchObject({ outcome: 'absent' })
      expect(await keychain.get(account)).toMatchObject({ outcome: 'absent' })
    })

    // Catches a value that is mangled on its way through native code or through the parts.
    it.each([
      ['empty', ''],
      ['with every kind of character', 'a "b" \\ \n\t ü 漢字 💡 \u2028 \ufeff'],
      ['as long as an item', 'x'.repeat(1_200)],
      ['one longer than an item', 'y'.repeat(1_201)],
      ['of wide characters across parts', '漢💡'.repeat(2_000)],
      ['that looks like a head of parts', `showdesk-parts 1 a 1 ${'0'.repeat(64)}`],
      ['of 64 KiB', 'z'.repeat(65_536)],
    ])('gives back a value %s', async (_, value) => {
      const account = newAccount()
      expect(await keychain.set(account, value)).toMatchObject({ outcome: 'found' })
      const back = await keychain.get(account)
      expect(back.outcome === 'found' && back.value === value).toBe(true)
    })

    // Catches parts of an old long value that are left behind or joined to the new one.
    it('replaces a long value by another and by a short one', async () => {
      const account = newAccount()
      for (const value of ['a'.repeat(9_000), 'b'.repeat(4_000), 'c'.repeat(12_000), 'short']) {
        await keychain.set(account, value)
        expect(await keychain.get(account)).toEqual({ outcome: 'found', value })
      }
      expect(await keychain.remove(account)).toMatchObject({ outcome: 'found' })
      expect(await keychain.get(account)).toMatchObject({ outcome: 'absent' })
    })

    // Catches a value that is cut short without a word: at a NUL, or by the system's limit.
    it('refuses what it can not keep whole', async () => {
      const account = newAccount()
      expect(await keychain.set(account, 'cut\0here')).toMatchObject({ outcome: 'denied' })
      expect(await keychain.set(account, 'half \ud83d')).toMatchObject({ outcome: 'denied' })
      expect(await keychain.set(account, 'z'.repeat(65_537))).toMatchObject({ outcome: 'too_large' })
      expect(await keychain.set('with#mark', 'value')).toMatchObject({ outcome: 'denied' })
      expect(await keychain.get(account)).toMatchObject({ outcome: 'absent' })
    })

    // Catches writes that overtake one another, and reads that are answered with what was there before a later write.
    it('keeps the order of calls that are made at once', async () => {
      const account = newAccount()
      const first = keychain.set(account, '1'.repeat(3_000))
      const between = keychain.get(account)
      const second = keychain.set(account, '2'.repeat(3_000))
      const after = Promise.all([keychain.get(account), keychain.get(account)])
      await Promise.all([first, second])
      expect(await between).toEqual({ outcome: 'found', value: '1'.repeat(3_000) })
      expect(await after).toEqual([
        { outcome: 'found', value: '2'.repeat(3_000) },
        { outcome: 'found', value: '2'.repeat(3_000) },
      ])
    })

    // Catches a value that is written to the log.
    it('logs no value', async () => {
      const account = newAccount()
      await keychain.set(account, 'a-value-for-no-log')
      await keychain.set(account, 'a-value-for-no-log\0')
      await keychain.get(account)
      expect(log.text()).not.toContain('a-value-for-no-log')
    })
  })
}
