// What a person chose in Settings, through the handler that both the screen and scripts ask.
import { expect, onTestFinished, test } from 'vitest'
import { products, type AuthScheme, type Product } from '#contract/operation.ts'
import { ofPage } from '../../../../main/core/access/rules.ts'
import { exportHandlers } from '../../../../main/bridge/export.ts'
import { createSettings } from '../../../../main/core/profile/settings.ts'
import { createClientCredentials } from '../../../../main/platform/environments/client-credentials.ts'
import { operations as catalog } from '../../../../main/platform/catalog/index.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { quietLog } from '../ledger/support.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { temporary } from '../../core/storage/support.ts'
import { operations } from './support.ts'

async function deskWith(authOverrides: Partial<Record<Product, AuthScheme>>) {
  const database = await openProfile({ folder: await temporary(), clock: systemClock, log: quietLog })
  onTestFinished(() => database.close())
  const settings = createSettings(database)
  settings.update({ authOverrides })
  const unset = () => {
    throw new Error('not asked for')
  }
  const surroundings = createClientCredentials({
    settings,
    origins: {} as never,
    environments: new Proxy({}, { get: unset }) as never,
    credentials: {} as never,
    vault: {} as never,
    redactor: {} as never,
  })
  const handlers = exportHandlers({
    version: '0.1.0',
    settings,
    environments: { selected: () => 'production' },
    learned: { get: () => null },
  })
  const text = async (): Promise<string> =>
    (await handlers['catalog.export']({ moneyAndDeletions: true, learned: false }, ofPage)).text
  return { scheme: (product: Product, auth: AuthScheme) => surroundings.scheme(product, auth), text }
}

// Catches an exported request that goes with another credential than the desk's own, and a sign-up that is given one.
test.each([
  ['none chosen', {}],
  ['some chosen', { Payments: 'session', Polls: 'none', Accounts: 'apiKey' } as const],
  [
    'sessions for all',
    Object.fromEntries(products.map((product) => [product, 'session'])) as Record<Product, AuthScheme>,
  ],
])('each operation goes with what the desk would use: %s', async (_, overrides) => {
  const { scheme, text } = await deskWith(overrides)
  const wanted = new Map([...catalog.values()].map(({ key, product, auth }) => [key, scheme(product, auth)]))
  const openapi = JSON.parse(await text()) as {
    paths: Record<string, Record<string, { security: Array<Record<string, unknown>> }>>
  }
  for (const { key, path, method } of operations) {
    const security = openapi.paths[path]?.[method.toLowerCase()]?.security
    expect(security, key).toEqual(
      { none: [], apiKey: [{ apiKey: [] }], session: [{ session: [], accountId: [], sessionId: [] }, { session: [] }] }[
        wanted.get(key) ?? 'none'
      ],
    )
  }
  const logIn = 'POST /api/account/general/login'
  expect([wanted.get(logIn), openapi.paths['/api/account/general/login']?.['post']?.security]).toEqual(['none', []])
})
