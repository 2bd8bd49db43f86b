import { expect, onTestFinished, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { DryRun } from '#contract/air/rundown.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { createClient } from '../../../../main/platform/client/index.ts'
import { startRehearsal, rehearsalCredentials } from '../../../../main/platform/rehearsal/index.ts'
import { createDryRuns, type DryRunParts } from '../../../../main/air/rundown/dry-run.ts'
import { quietLog } from '../../platform/ledger/support.ts'
import { cue, input, operation, wait } from './support.ts'

const remove = 'POST /api/payment/customer/delete'

/** A real environment that is another rehearsal platform, of which every write is noticed. */
async function createDry(cues: Parameters<typeof input>[0], more: Partial<DryRunParts> = {}) {
  const platform = await startRehearsal({ operations, clock: systemClock, log: quietLog })
  const client = createClient({
    operations,
    clock: systemClock,
    log: quietLog,
    surroundings: {
      baseUrl: () => platform.baseUrl,
      scheme: (_, byCatalog) => byCatalog,
      credential: (_, scheme) =>
        Promise.resolve(
          scheme === 'apiKey'
            ? { scheme, apiKey: rehearsalCredentials.apiKey }
            : { scheme, ...rehearsalCredentials.session },
        ),
      credentialGeneration: () => 0,
      secret: () => Promise.reject(new DeskError('secret_missing', 'None.')),
      redact: (value) => value,
    },
  })
  const asked: string[] = []
  client.onRequest(({ request }) => asked.push(request.operation))
  const told: DryRun[] = []
  const at = new Date().toISOString()
  const runs = createDryRuns({
    get: (id) => ({ ...input(cues), id, revision: 3, createdAt: at, updatedAt: at }),
    operations,
    client,
    credentials: {
      status: (environment) =>
        Promise.resolve({
          environment,
          backend: 'memory',
          credentials: { apiKey: { state: 'found' }, session: { state: 'found' } },
        }),
    },
    scheme: (_, byCatalog) => byCatalog,
    embedded: () => false,
    encoder: () => undefined,
    choiceOf: () => undefined,
    clock: systemClock,
    log: quietLog,
    onChange: (run) => void told.push(run),
    ...more,
  })
  onTestFinished(async () => {
    await runs.stop()
    client.close()
    await platform.close()
  })
  return {
    runs,
    asked,
    told,
    client,
    async ended(): Promise<DryRun> {
      runs.begin('r')
      await expect.poll(() => told.at(-1)?.state ?? 'running').not.toBe('running')
      return told.at(-1) as DryRun
    },
  }
}

const codesOf = ({ steps }: DryRun) => steps.map(({ step, findings }) => [step, findings.map(({ code }) => code)])

// A dry run would write to the real platform, or not say what would fail there.
test('the report names what would fail, and the real platform is only read', async () => {
  const dry = await createDry(
    [
      cue('a', {
        steps: [
          operation('gone', remove, { customerId: 'no-such-customer' }),
          operation('none', 'POST /api/none/at/all'),
          wait('w'),
          { id: 'scene', name: 'Scene', action: { kind: 'encoder', operation: 'encoder:scene', scene: 'Finale' } },
          { id: 'there', name: 'Scene', action: { kind: 'encoder', operation: 'encoder:scene', scene: 'Opening' } },
        ],
      }),
      cue('s', { skip: true, steps: [operation('never', 'POST /api/none/at/all')] }),
    ],
    { encoder: () => ({ link: 'connected', everyMs: 2_000, scenes: ['Opening'] }) },
  )
  const run = await dry.ended()
  expect(run).toMatchObject({ state: 'done', done: 5, total: 5, revision: 3 })
  const found = new Map(run.steps.map(({ step, findings }) => [step, findings.map(({ code }) => code)]))
  expect(found.get('gone')).toContain('record_missing')
  expect(found.get('gone')).toContain('hold_needed')
  expect(found.get('none')).toEqual(['operation_unknown'])
  expect(found.get('w')).toEqual([])
  expect(found.get('scene')).toEqual(['scene_missing'])
  expect(found.get('there')).toEqual([])
  expect(dry.asked.map((key) => operations.get(key)?.kind)).toEqual(dry.asked.map(() => 'read'))
  expect(run.steps.map(({ state }) => state)).toEqual(['fails', 'fails', 'ok', 'fails', 'ok'])
})

// A record that is there under another id would be called missing, or the write would change another one.
test('records are mapped by kind and name', async () => {
  const dry = await createDry([])
  const list = await dry.client.read({ operation: 'POST /api/payment/customer/all', body: {} }, 'rehearsal')
  const [first] = (list.data as { data: { items: Array<{ id: string }> } }).data.items
  const mapped = await createDry([cue('a', { steps: [operation('s', remove, { customerId: first?.id ?? '' })] })])
  const run = await mapped.ended()
  expect(codesOf(run)).toEqual([['s', ['hold_needed']]])
})

// Where a key is missing, a gate is closed or the body is refused, a person would learn it on air.
test('missing credential, closed gate and refused body', async () => {
  const dry = await createDry(
    [cue('a', { steps: [operation('s', 'POST /api/video/stream/createClip', { streamId: 'x', title: 'y' })] })],
    {
      credentials: {
        status: (environment) =>
          Promise.resolve({
            ...{ environment, backend: 'memory' },
            credentials: { apiKey: { state: 'absent' }, session: { state: 'absent' } },
          }),
      },
      client: {
        read: () => Promise.reject(new DeskError('no_credentials', 'None.')),
        preview: () => {
          throw new Error('Nothing is previewed')
        },
        check: () => undefined,
        gate: (_, environment) => ({
          ...{ environment, product: 'Livestream', credential: 'apiKey', until: new Date().toISOString() },
          ...{ retryAfterMs: 1_000, source: 'retry-after' },
        }),
      },
    },
  )
  const [[, codes = []] = []] = codesOf(await dry.ended())
  expect(codes).toEqual(expect.arrayContaining(['credential_missing', 'gate_closed']))

  const refused = await createDry([cue('a', { steps: [operation('s', 'POST /api/video/stream/createClip')] })], {
    client: {
      read: () => Promise.reject(new DeskError('no_credentials', 'None.')),
      preview: () => {
        throw new Error('Nothing is previewed')
      },
      check: () => {
        throw new DeskError('invalid_input', 'No.', {
          fields: [{ path: 'body.title', message: 'Missing', reason: 'missing' }],
        })
      },
      gate: () => undefined,
    },
  })
  expect((await refused.ended()).steps[0]?.findings).toEqual([
    { code: 'body_refused', facts: { field: 'body.title', problem: 'missing' } },
  ])
})

// A person who cancels would wait for the whole length of a cue, and a second run would begin beside the first.
test('a dry run is cancelled at once, and there is one at a time', async () => {
  const dry = await createDry([cue('a', { durationMs: 3_600_000 }), cue('b')])
  dry.runs.begin('r')
  expect(() => dry.runs.begin('r')).toThrow(expect.objectContaining({ code: 'invalid_state' }))
  await expect.poll(() => dry.told.length).toBeGreaterThan(0)
  expect(await dry.runs.cancel('r')).toMatchObject({ state: 'cancelled' })
  expect(dry.runs.last('r')?.endedAt).toBeDefined()
})
