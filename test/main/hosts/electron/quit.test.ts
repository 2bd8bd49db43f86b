import { expect, test, vi } from 'vitest'
import { closeOnQuit } from '../../../../main/hosts/electron/quit.ts'
import type { Log } from '../../../../main/core/ports.ts'
import type { App } from '../../../../main/core/types.ts'
import { cancellable } from '../../../support/electron/parts.ts'
import { app } from '../../../support/electron/stand-in.ts'

vi.mock('electron', () => import('../../../support/electron/stand-in.ts'))

// Catches a desk that can't be quit any more after the question about it failed, and one that ends without an answer.
test('a question that fails keeps the desk open, and the next quit asks again', async () => {
  const write = vi.fn<Log['write']>()
  const mayLeave = vi.fn(() => Promise.reject(new Error('No window is left to ask in.')))
  const last = vi.fn()
  closeOnQuit({ desk: new Promise<App>(() => undefined), last, mayLeave, log: { write } })
  for (const asked of [1, 2]) {
    const event = cancellable({})
    app.emit('before-quit', event)
    expect(event.defaultPrevented).toBe(true)
    await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(asked))
    expect(mayLeave).toHaveBeenCalledTimes(asked)
  }
  expect(last).not.toHaveBeenCalled()
})
