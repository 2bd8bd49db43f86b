import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { askedOf } from '#answers/outcome.ts'
import type { Json } from '#contract/json.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createLargeThread, type LargeThread } from '../../../../main/bridge/worker/thread.ts'
import { workerUrl } from '../../../../main/core/worker-url.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { describeAnswer } from '../../../../main/platform/requests/describe.ts'

const depth = 100
const secret = 'STR-l4rge-Secret-77'
const padding = 'x'.repeat(300_000)
const opened: LargeThread[] = []
afterEach(() => {
  for (const thread of opened.splice(0)) thread.drop()
})

function open(redactor = createRedactor()) {
  const lines: string[] = []
  const thread = createLargeThread({
    redactor,
    clock: systemClock,
    log: { write: (level, message) => void lines.push(`${level} ${message}`) },
  })
  opened.push(thread)
  return { thread, redactor, lines }
}

const asked = {
  status: 200,
  asked: askedOf({ kind: 'read', risk: 'read', name: 'Get All', path: '/api/things/all', resource: 'things' }),
}
const bytes = (value: Json): Buffer => Buffer.from(JSON.stringify(value))

async function read(thread: LargeThread, body: Buffer): Promise<Json> {
  const done = await thread.read(body, depth, asked)
  if (done === undefined || 'problem' in done) throw new Error(`not read: ${JSON.stringify(done)}`)
  return JSON.parse(new TextDecoder().decode(done.text)) as Json
}

// Catches a thread that masks otherwise than main: a secret would be seen in large answers alone.
test('a large answer is masked as main masks it', async () => {
  const { thread, redactor } = open()
  redactor.learn(secret)
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      const answer = { data: { value: value as Json, note: `key ${secret}`, apiKey: 'never-seen-before', padding } }
      expect(await read(thread, bytes(answer))).toEqual(JSON.parse(JSON.stringify(redactor.json(answer))))
    }),
    { numRuns: 25 },
  )
})

// Catches a thread that keeps the secrets of its beginning: one that was saved since would pass.
test('a secret that became known since the last answer is masked', async () => {
  const { thread, redactor } = open()
  expect(JSON.stringify(await read(thread, bytes({ note: secret, padding })))).toContain(secret)
  redactor.learn(secret)
  expect(JSON.stringify(await read(thread, bytes({ note: secret, padding })))).not.toContain(secret)
})

// Catches an answer that was masked before a secret became known, and arrives after.
test('a secret that becomes known while an answer is read is masked', async () => {
  const { thread, redactor } = open()
  const reading = read(thread, bytes({ note: secret, padding }))
  redactor.learn(secret)
  expect(JSON.stringify(await reading)).not.toContain(secret)
})

// Catches small answers that pay for a thread, and large ones that are said to be read although they can't be.
test('a small answer is left to main, a large one that is no JSON says why', async () => {
  const { thread } = open()
  expect(await thread.read(bytes({ note: 'small' }), depth, asked)).toBeUndefined()
  expect(await thread.read(Buffer.from(`<html>${padding}`), depth, asked)).toEqual({
    problem: { reason: 'answer_is_page' },
  })
  expect(await thread.read(bytes({ requestId: 'req_1', padding }), depth, asked)).toMatchObject({ requestId: 'req_1' })
})

// Catches a large answer that says that the read failed, taken for a reading because another thread read it.
test('what a large answer refuses with is told', async () => {
  const { thread } = open()
  const refused = bytes({ success: false, error: 'Database is locked', data: [], padding })
  expect(await thread.read(refused, depth, asked)).toMatchObject({ failure: { message: 'Database is locked' } })
})

// Catches answers that hang for ever once the thread is gone.
test('an answer that is on its way when secrets are dropped is left to main', async () => {
  const { thread } = open()
  const reading = thread.read(bytes({ padding }), depth, asked)
  thread.drop()
  expect(await reading).toBeUndefined()
  expect(await read(thread, bytes({ padding }))).toEqual({ padding })
})

// Catches a description that differs where the answer is large, or bytes that come back as another class.
test('what an answer is is told as main tells it', async () => {
  const { thread, redactor } = open()
  redactor.learn(secret)
  for (const [body, type, isCut] of [
    [bytes({ note: secret, padding }), 'application/json', false],
    [Buffer.from(`${padding} ${secret}`), 'text/plain', true],
    [Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), Buffer.alloc(300_000, 7)]), 'image/png', false],
  ] as const) {
    expect(await thread.describe(body, type, isCut, depth)).toEqual(
      describeAnswer(body, type, isCut, { redactor, depth }),
    )
  }
})

// Catches a bundle that looks for the thread where it is not.
test('the thread is found beside the sources and above the chunks of the bundle', () => {
  expect(workerUrl('file:///desk/main/large/thread.ts', 'large').pathname).toBe('/desk/main/large/worker.ts')
  expect(workerUrl('file:///desk/out/main/chunks/main-1.js', 'large').pathname).toBe('/desk/out/main/large-worker.js')
  expect(workerUrl('file:///desk/out/main/index.js', 'large').pathname).toBe('/desk/out/main/large-worker.js')
})
