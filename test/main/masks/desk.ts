// The whole desk in this process, over a platform of a few lines and a keychain that tests lock.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { createMemoryKeychain } from '../../../main/core/keychain/memory.ts'
import { systemClock, type Keychain } from '../../../main/core/ports.ts'
import { reply, startStub, type StubAnswer } from '../../support/stub-platform.ts'
import { createApp } from '../../support/contract.ts'

const quiet = { write: () => undefined }

export type TestDesk = Awaited<ReturnType<typeof openDesk>>

/** A desk with an API key for its chosen environment. `answer` is the platform; without one it confirms everything. */
export async function openDesk(answer?: StubAnswer) {
  const stub = await startStub(
    answer ?? ((_, response) => reply(response, 200, { data: { id: 'x1', status: 'updated' }, requestId: 'r1' })),
  )
  const folder = await mkdtemp(join(tmpdir(), 'masks-'))
  const memory = createMemoryKeychain({ clock: systemClock, log: quiet })
  const lock = { shut: false }
  const keychain: Keychain = {
    ...memory,
    backend: 'keytar',
    get: (account) => (lock.shut ? Promise.resolve({ outcome: 'locked' }) : memory.get(account)),
    set: (account, value) => (lock.shut ? Promise.resolve({ outcome: 'locked' }) : memory.set(account, value)),
    remove: (account) => (lock.shut ? Promise.resolve({ outcome: 'locked' }) : memory.remove(account)),
  }
  const open = () =>
    createApp(
      {
        host: 'loopback',
        profile: join(folder, 'profile'),
        keychain,
        clock: systemClock,
        log: quiet,
        shell: { openExternal: async () => undefined },
      },
      { version: '0.0.0', environment: 'development', baseUrl: stub.baseUrl },
    )
  let app = await open()
  onTestFinished(async () => {
    await app.close()
    await stub.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  async function ask<M extends BridgeMethod>(method: M, params?: BridgeInput<M>): Promise<BridgeOutput<M>> {
    const answered = await app.bridge.call(method, params ?? {})
    if (answered.ok) return answered.data as BridgeOutput<M>
    throw DeskError.fromShape(answered.error)
  }
  const desk = {
    stub,
    lock,
    ask,
    get app() {
      return app
    },
    async restart() {
      await app.close()
      app = await open()
    },
    /** How a call was refused. */
    async refusal<M extends BridgeMethod>(method: M, params?: BridgeInput<M>): Promise<DeskErrorShape> {
      try {
        await ask(method, params)
      } catch (error) {
        if (error instanceof DeskError) return error.toShape()
        throw error
      }
      throw new Error(`${method} was not refused`)
    },
    /** The bodies of the writes that reached the platform. */
    written: (): Json[] =>
      stub.seen
        .filter(({ method }) => method === 'PUT' || method === 'POST')
        .map(({ body }) => JSON.parse(body) as Json),
  }
  await ask('credentials.save', { environment: 'development', credential: 'apiKey', value: 'key-of-development-77' })
  return desk
}
