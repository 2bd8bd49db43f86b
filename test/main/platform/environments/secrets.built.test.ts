import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { endDesk, startDesk } from '../../../support/desk.ts'
import { reply, startStub } from '../../../support/stub-platform.ts'

const secrets = {
  apiKey: 'sk-live-0f9e8d7c6b5a',
  token: 'ses-tok-1a2b3c4d5e6f',
  streamKey: 'strm-key-99887766aa',
  profileKey: 'prof-key-abcdef0123',
  password: 'pass-word-Zx81!long',
}

function everything(folder: string): Buffer {
  const parts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  return Buffer.concat(parts)
}

// Catches a secret in the database, its journal, a backup, the log, an error, an event or an answer, in whatever state its intent ended.
test("no secret's bytes leave the keychain", async () => {
  let mode: 'echo' | 'reject' | 'drop' = 'echo'
  const stub = await startStub((request, response) => {
    if (mode === 'drop') return void response.destroy()
    const echo = { headers: request.headers, body: request.body === '' ? null : (JSON.parse(request.body) as unknown) }
    if (mode === 'reject')
      return reply(response, 400, { error: { code: 'invalid_request', message: `bad: ${request.body}` } })
    reply(response, 200, { data: { id: 'x', status: 'ok', echo }, requestId: 'r' })
  })
  onTestFinished(() => stub.close())
  const desk = await startDesk({ args: ['--environment', 'development', '--base-url', stub.baseUrl] })
  onTestFinished(() => endDesk(desk))
  const connection = await desk.connect()
  const heard: unknown[] = []
  const keep = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      const value = await work
      heard.push(value)
      return value
    } catch (error) {
      heard.push(error instanceof DeskError ? error.toShape() : error, String(error))
      return undefined
    }
  }
  await keep(
    connection.call('credentials.save', { environment: 'development', credential: 'apiKey', value: secrets.apiKey }),
  )
  await keep(
    connection.call('credentials.save', {
      environment: 'development',
      credential: 'session',
      value: { token: secrets.token, accountId: 'acc_1' },
    }),
  )
  const profile = await connection.call('profiles.save', {
    name: 'Main stage',
    environment: 'development',
    options: { providerName: 'Main stage' },
    secrets: { apiKey: secrets.profileKey },
  })
  heard.push(profile)
  const body = {
    options: {
      apiKey: profile.secrets.apiKey,
      streamKey: secrets.streamKey,
      description: `pasted ${secrets.streamKey}`,
    },
    details: { title: secrets.apiKey },
  }
  for (const next of ['echo', 'reject', 'drop'] as const) {
    mode = next
    await keep(connection.call('ledger.submit', { operation: 'PUT /api/video/event/update', body }))
    await keep(
      connection.call('ledger.submit', {
        operation: 'POST /api/account/general/set-password',
        body: { password: secrets.password },
      }),
    )
    await keep(connection.call('platform.read', { operation: 'GET /api/account/general/session' }))
  }
  await keep(
    connection.call('drafts.save', {
      operation: 'PUT /api/video/event/update',
      environment: 'development',
      title: 'Night show',
      body,
    }),
  )
  await keep(connection.call('drafts.list', { limit: 10, query: 'Night' }))
  await keep(connection.call('platform.preview', { operation: 'PUT /api/video/event/update', body }))
  await keep(
    connection.call('ledger.submit', {
      operation: 'PUT /api/video/event/update',
      body: { options: { apiKey: 5, streamKey: secrets.streamKey } },
    }),
  )
  await keep(connection.call('ledger.list', { limit: 50 }))
  await keep(connection.call('desk.info'))

  expect(stub.seen.map(({ body: sent }) => sent).join()).toContain(secrets.profileKey)
  expect(stub.seen.map(({ body: sent }) => sent).join()).toContain(secrets.streamKey)
  const files = everything(desk.profile)
  const spoken = JSON.stringify(heard) + desk.log()
  await desk.stop()
  const after = everything(desk.profile)
  for (const [name, value] of Object.entries(secrets)) {
    for (const form of [value, Buffer.from(value).toString('base64').replace(/=+$/, ''), encodeURIComponent(value)]) {
      expect(files.includes(form), `${name} in a file while running`).toBe(false)
      expect(after.includes(form), `${name} in a file after the end`).toBe(false)
      expect(spoken.includes(form), `${name} in an answer or the log`).toBe(false)
    }
  }
})
