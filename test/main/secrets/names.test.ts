// One list of secret names for masking, drafts, files and sign-in (finding 8), held against the catalog.
import { expect, test } from 'vitest'
import { isSecretName, isSignInSecretName } from '#contract/secret-names.ts'
import { mask } from '#contract/mask.ts'
import { createMemoryKeychain } from '../../../main/core/keychain/memory.ts'
import { createRedactor } from '../../../main/core/keychain/redact.ts'
import { createVault } from '../../../main/core/keychain/vault.ts'
import { createMemoryVaultIndex } from '../core/keychain/support.ts'
import { identifierNames } from '../../../main/platform/catalog/identifiers.ts'
import { operations } from '../../../main/platform/catalog/index.ts'
import { identifierPlaces, secretPlaces } from '../../../main/platform/catalog/sessions.ts'
import { asItWas } from '../../../main/core/keychain/secrets-in-body.ts'
import { systemClock } from '../../../main/core/ports.ts'

const secret =
  `secretKey accessKey signingKey resetToken deviceToken sessionId pwd pass passwordConfirmation cvv2 securityCode iban ssn jwt credentials
  stream_key_2 clientSecret refresh_token id-token PASSWORD2 newPassword passcode otp pin privateKeyPem webhookSecret apiKeyProduction streamKeyBackup
  cardNumber card_number cardCvc totpSecret recoveryCode recoveryPhrase bearerToken csrfToken X-Service-API-Key dbPass smtpPass accessTokens`
    .trim()
    .split(/\s+/)
const ordinary =
  `tokenCount tokens voteTokenQuantity passwordChangedAt passwordRequired keyboard passenger compass passport eventPass seasonPass passType key
  uniqueKey publicKey primaryKey sortKey hotkey keywords pinned spin spinning panel number phoneNumber invoiceNumber nextPageToken page_token cursorToken
  tokenType tokenId accessKeyId credentialId promoCode zipCode countryCode secretary author authorName authType cookiePolicy deviceId accountId status title`
    .trim()
    .split(/\s+/)

// Catches the names of finding 8, and ordinary fields whose values would be lost.
test('names speak for secrets, and ordinary ones do not', () => {
  expect(secret.filter((name) => !isSecretName(name))).toEqual([])
  expect(ordinary.filter((name) => isSecretName(name))).toEqual([])
  expect([
    isSecretName('number', 'card'),
    isSecretName('number', 'paymentCard'),
    isSecretName('number', 'page'),
    isSecretName('number'),
  ]).toEqual([true, true, false, false])
  expect([...secret, 'answer', 'code', 'pw'].filter((name) => !isSignInSecretName(name))).toEqual([])
})

const leaf = (place: string) => place.slice(place.lastIndexOf('.') + 1)

// Catches an operation that can't name its record any more, since the identifier is taken for a secret.
test('every record of the catalog can still be named', async () => {
  const vault = createVault({
    keychain: createMemoryKeychain({ clock: systemClock, log: { write: () => undefined } }),
    redactor: createRedactor(),
    index: createMemoryVaultIndex(),
  })
  for (const operation of operations.values()) {
    for (const place of operation.record ?? []) {
      if (isSecretName(leaf(place)))
        expect([operation.key, place, identifierNames(operation)?.has(leaf(place))]).toEqual([
          operation.key,
          place,
          true,
        ])
      if (!place.startsWith('body.') || place.includes('.', 5)) continue
      const body = { [leaf(place)]: 'record-1', pwd: 'x' }
      const moved = await vault.externalize(
        'intent/i1',
        body,
        secretPlaces(operation, body),
        identifierPlaces(operation),
      )
      expect(moved).toMatchObject({ [leaf(place)]: 'record-1', pwd: { $secret: expect.any(String) as string } })
    }
  }
})

// Catches a list of devices in which none can be told from another, so that none can be logged out.
test('the devices of an account keep their identifiers in answers, and nowhere else', () => {
  const read = operations.get('GET /api/account/general/get-sessions')
  const answer = { data: [{ sessionId: 'ses-1', deviceToken: 'dt-1' }] }
  expect(createRedactor().json(answer, read && identifierNames(read))).toEqual({
    data: [{ sessionId: 'ses-1', deviceToken: mask }],
  })
  expect(createRedactor().json(answer)).toEqual({ data: [{ sessionId: mask, deviceToken: mask }] })
})

// Catches a card number that stays in a body for its name, and a number that goes out as text; a switch is no secret.
test('numbers are secrets as texts are, switches are not', async () => {
  const vault = createVault({
    keychain: createMemoryKeychain({ clock: systemClock, log: { write: () => undefined } }),
    redactor: createRedactor(),
    index: createMemoryVaultIndex(),
  })
  const body = {
    paymentMethod: { card: { number: '4242424242424242', cvc: 123, exp: '12/30' } },
    password: true,
    pass: null,
  }
  const moved = (await vault.externalize('intent/i1', body, [])) as {
    paymentMethod: { card: { number: { $secret: string }; cvc: { $secret: string }; exp: string } }
  }
  const { number, cvc, exp } = moved.paymentMethod.card
  expect(moved).toMatchObject({ password: true, pass: null })
  expect(exp).toBe('12/30')
  expect(asItWas(number.$secret, await vault.resolve(number.$secret, 'x'))).toBe('4242424242424242')
  expect(asItWas(cvc.$secret, await vault.resolve(cvc.$secret, 'x'))).toBe(123)
})
