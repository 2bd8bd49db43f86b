// The built desk, taught as a page or a script does it: through transfers and the bridge.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endDesk, startDesk } from '../../../../support/desk.ts'

const path = '/api/payment/customer/create'
const value = (name: string): string => `kqz${name}zqk`
const har = JSON.stringify({
  log: {
    version: '1.2',
    entries: [
      {
        request: {
          method: 'POST',
          url: `https://platform.example.org/v1${path}?from=${value('url')}`,
          headers: [{ name: 'authorization', value: value('header') }],
          queryString: [{ name: 'from', value: value('query') }],
          postData: {
            mimeType: 'application/json',
            text: JSON.stringify({ name: value('body'), streamKey: value('key') }),
          },
        },
        response: {
          status: 200,
          content: { mimeType: 'application/json', text: JSON.stringify({ data: { id: value('id') } }) },
        },
      },
    ],
  },
})
const broken = `openapi: 3.0.0\npaths: {a: [${value('yaml')}\n`
const outside = JSON.stringify({
  openapi: '3.0.0',
  paths: {
    [path]: {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { $ref: `https://example.org/${value('reference')}` } } },
        },
      },
    },
  },
})

// Catches a value of a file that stays in the database, its -wal, the log or the folder of transfers, taken or refused.
test('a file teaches the desk over the bridge, and no value of it stays in the profile', async () => {
  const desk = await startDesk()
  onTestFinished(() => endDesk(desk))
  const connection = await desk.connect()
  const bring = async (text: string): Promise<string> => {
    const { id } = await connection.call('transfers.begin', { name: 'file' })
    await connection.call('transfers.append', { id, offset: 0, text })
    return id
  }
  const transfer = await bring(har)
  const preview = await connection.call('learned.preview', { transfer, environment: 'rehearsal' })
  expect(preview.operations).toEqual([
    { operation: `POST ${path}`, parts: ['body', 'query', 'answer'], fields: 5, added: 5 },
  ])
  expect(await connection.call('learned.teach', { transfer, environment: 'rehearsal' })).toEqual(preview)
  await expect(
    connection.call('learned.preview', { transfer: await bring(broken), environment: 'rehearsal' }),
  ).rejects.toMatchObject({ code: 'invalid_input', details: { facts: { reason: 'file_not_readable' } } })
  await expect(
    connection.call('learned.teach', { transfer: await bring(outside), environment: 'rehearsal' }),
  ).rejects.toMatchObject({ code: 'invalid_input', details: { facts: { reason: 'reference_outside' } } })
  expect(await connection.call('learned.get', { environment: 'rehearsal', operation: `POST ${path}` })).toMatchObject({
    files: 1,
    body: { properties: { name: { type: 'string' }, streamKey: { secret: true } } },
  })

  const files = () => readdirSync(desk.profile, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const look = () =>
    files()
      .map((one) => [one.name, readFileSync(join(one.parentPath, one.name)).includes('kqz')] as const)
      .filter(([, found]) => found)
  expect(files().map(({ name }) => name)).toContain('showdesk.db-wal')
  expect(look()).toEqual([])
  await desk.stop()
  expect(look()).toEqual([])
  expect(desk.log()).not.toContain('kqz')
})

// Catches a teaching that holds the desk up while an audience watches.
test('no file is read during a show', async () => {
  const desk = await startDesk()
  onTestFinished(() => endDesk(desk))
  const connection = await desk.connect()
  await connection.call('show.enter', { title: 'Night show' })
  const { id } = await connection.call('transfers.begin', { name: 'file' })
  await expect(connection.call('learned.preview', { transfer: id, environment: 'rehearsal' })).rejects.toMatchObject({
    code: 'invalid_state',
  })
})
