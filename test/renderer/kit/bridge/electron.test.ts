import { expect, test } from 'vitest'
import type { DeskHost } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import { createElectronTransport } from '../../../../renderer/kit/bridge/electron.ts'

/** A host that answers each request with `text`, as main does. */
function host(text: string) {
  const requests: Array<[method: string, params: string]> = []
  let tell: (event: string, payload: string) => void = () => undefined
  const desk: DeskHost = {
    async request(...request) {
      requests.push(request)
      return text
    },
    subscribe(listener) {
      tell = listener
      return () => undefined
    },
  }
  return {
    transport: createElectronTransport(desk),
    requests,
    tell: (event: string, payload: string) => tell(event, payload),
  }
}

// Catches an answer, an event or parameters that cross the context bridge as an object, or reach a screen as text.
test('asks and hears in JSON text', async () => {
  const { transport, requests, tell } = host('{"ok":true,"data":{"rows":[1]}}')
  const told: unknown[] = []
  transport.start({ event: (...event) => told.push(event), link: (state) => told.push(state) })
  expect(await transport.request('drafts.get', { id: 'one', left: undefined })).toEqual({ rows: [1] })
  expect(requests).toEqual([['drafts.get', '{"id":"one"}']])
  tell('ledger.changed', '{"items":[]}')
  expect(told).toEqual(['open', ['ledger.changed', { items: [] }]])
})

// Catches a refusal that reaches a screen as an answer.
test('rejects with the error of the backend', async () => {
  const error = new DeskError('forbidden', 'No.', { facts: { reason: 'page_only' } })
  const { transport } = host(JSON.stringify({ ok: false, error: error.toShape() }))
  await expect(transport.request('drafts.get', {})).rejects.toMatchObject({ code: 'forbidden', message: 'No.' })
})

// Catches a large answer that is parsed and worked on in one task, which blocks input for as long as both take together.
test('hands a large answer on in a task of its own', async () => {
  const order: string[] = []
  const { transport } = host(JSON.stringify({ ok: true, data: 'x'.repeat(2_000_000) }))
  setTimeout(() => order.push('another task'))
  await transport.request('request.send', {})
  order.push('answer')
  expect(order).toEqual(['another task', 'answer'])
})
