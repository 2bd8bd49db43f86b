import { beforeEach, expect, test, vi } from 'vitest'
import { bridgeMethods, type BridgeMethod } from '#contract/bridge.ts'
import { ofPage } from '../../../../main/core/access/rules.ts'
import type { Handlers } from '../../../../main/bridge/handlers.ts'
import { createRouter } from '../../../../main/bridge/router.ts'
import { showGuard } from '../../../../main/bridge/show-guard.ts'
import { quietLog } from '../../platform/ledger/support.ts'
import { createStage, type Stage } from './support.ts'

let stage: Stage
const reached = vi.fn<(method: string) => string>((method) => `${method} went on`)
beforeEach(async () => {
  stage = await createStage()
  reached.mockClear()
})

function router() {
  const methods = Object.keys(bridgeMethods) as BridgeMethod[]
  const handlers = Object.fromEntries(methods.map((method) => [method, () => reached(method)])) as unknown as Handlers
  return createRouter(showGuard(stage.show, handlers), { log: quietLog, mask: (text) => text })
}

const barred: Array<[BridgeMethod, object]> = [
  ['environments.select', { id: 'development' }],
  ['environments.configure', { id: 'production', baseUrl: 'https://elsewhere.example.org' }],
  ['backups.restore', { id: 'b1' }],
  ['profile.import', { transfer: 't1', kinds: ['settings'] }],
  ['mail.test', { name: 'a.eml', text: 'Subject: a' }],
  ['pictures.fetch', { urls: ['https://pictures.example.org/a.png'] }],
]

// Catches a desk that sends somewhere else, or is opened anew, in the middle of a show; and a refusal without the way out.
test.each(barred)('%s is refused while a show is on, and goes on after it', async (method, params) => {
  const call = router()
  expect(await call(method, params, ofPage)).toEqual({ ok: true, data: `${method} went on` })
  await stage.show.enter({ title: 'Night' })
  expect(await call(method, params, ofPage)).toMatchObject({
    ok: false,
    error: { code: 'invalid_state', facts: { reason: 'not_during_show', title: 'Night' } },
  })
  expect(reached).toHaveBeenCalledTimes(1)
  await stage.restart()
  expect(await router()(method, params, ofPage)).toMatchObject({ ok: false, error: { code: 'invalid_state' } })
  await stage.show.leave()
  expect(await router()(method, params, ofPage)).toMatchObject({ ok: true })
})

// Catches a guard that hinders the show itself: another environment's address, the same environment, a new credential, a write, the end.
test.each<[BridgeMethod, object]>([
  ['environments.select', { id: 'production' }],
  ['environments.configure', { id: 'development', baseUrl: 'https://dev.example.org' }],
  ['credentials.save', { environment: 'production', credential: 'apiKey', value: 'a-new-key-123' }],
  ['ledger.submit', { operation: 'POST /api/notes/create', body: {} }],
  ['backups.create', {}],
  ['show.leave', {}],
])('%s goes on in a show', async (method, params) => {
  await stage.show.enter({ title: 'Night' })
  expect(await router()(method, params)).toEqual({ ok: true, data: `${method} went on` })
})
