// Long random walks of a few people over the built desk, with commands, retries and drafts, lost answers, refusals, switches of the environment,
// crashes and restarts. SOAK_MINUTES (3) says how long, SEED repeats a walk.
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { mask } from '#contract/mask.ts'
import type { Intent } from '#contract/models.ts'
import { endDesk, startDesk, temporaryProfile, type Desk, type DeskConnection } from '../support/desk.ts'
import { seed } from '../support/runs.ts'
import { discardDraft, lostDrafts, newDraft, restoreDraft, saveDraft, type Written } from './drafts.ts'
import { startForeign, type Fault } from './foreign.ts'
import { environments, troublesOf, type Place, type Press } from './invariants.ts'
import { numbersOf } from './numbers.ts'

const minutes = Number(process.env.SOAK_MINUTES ?? 3)
const keys = { development: 'development-key-4f1c', production: 'production-key-9b7e' }

interface Command {
  operation: string
  /** It may not wait in the queue. */
  live: boolean
  /** The beginning of its records' names; without it there is none that others share. */
  record?: string
  bodyOf: (mark: string, record: string) => Record<string, string | number>
}

const commands: Command[] = [
  {
    operation: 'PUT /api/video/stream/update',
    live: true,
    record: 'str',
    bodyOf: (title, streamId) => ({ streamId, title }),
  },
  {
    operation: 'PUT /api/video/stream/update',
    live: true,
    record: 'str',
    bodyOf: (title, streamId) => ({ streamId, title }),
  },
  {
    operation: 'POST /api/video/stream/createClip',
    live: true,
    record: 'str',
    bodyOf: (title, streamId) => ({ streamId, title }),
  },
  {
    operation: 'POST /api/payment/charge/refund',
    live: true,
    record: 'charge',
    bodyOf: (reason, chargeId) => ({ chargeId, amount: 500, reason }),
  },
  { operation: 'POST /api/events/general/delete', live: true, bodyOf: (resourceId) => ({ resourceId }) },
  { operation: 'POST /api/events/general/create', live: false, bodyOf: (title) => ({ title }) },
  {
    operation: 'PUT /api/video/subcategory/update',
    live: false,
    record: 'sub',
    bodyOf: (title, subCategoryId) => ({ subCategoryId, title }),
  },
]
const drafted = commands.filter(({ operation }) => /stream\/update|create$|subcategory/.test(operation))
const faults: Fault[] = ['none', 'none', 'none', 'none', 'before', 'after', 'error', 'limit', 'slow']
const streams = 3

// Catches a write that a crash, a lost answer, a second connection, a second retry or a switch of the environment sends twice, late, over something newer or to
// another place, a mask or a secret on the wire, a draft's revision that a crash takes back, and a state that is not what happened.
test(
  `a walk of ${minutes} min, seed ${seed}`,
  async () => {
    process.stdout.write(`soak: SEED=${seed} SOAK_MINUTES=${minutes}\n`)
    const random = numbersOf(seed)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const chance = (part: number) => random() < part
    const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
    const platforms = {
      development: await startForeign(keys.development),
      production: await startForeign(keys.production),
    }
    onTestFinished(() =>
      Promise.all(environments.map((environment) => platforms[environment].close())).then(() => undefined),
    )
    for (const environment of environments) {
      for (let n = 0; n < streams; n += 1)
        for (const noun of ['stream', 'subcategory']) platforms[environment].stand(noun, `${noun.slice(0, 3)}-${n}`)
    }
    const profile = temporaryProfile()
    async function open(): Promise<{ desk: Desk; connections: DeskConnection[]; first: DeskConnection }> {
      const desk = await startDesk({ profile })
      const first = await desk.connect()
      for (const environment of environments) {
        await first.call('environments.configure', { id: environment, baseUrl: platforms[environment].baseUrl })
        await first.call('credentials.save', { environment, credential: 'apiKey', value: keys[environment] })
      }
      return { desk, first, connections: [first, await desk.connect(), await desk.connect()] }
    }
    let opened = await open()
    onTestFinished(() => endDesk(opened.desk))

    const presses: Press[] = []
    const drafts: Written[] = []
    const troubles: string[] = []
    const counts: Record<string, number> = {}
    const count = (what: string) => void (counts[what] = (counts[what] ?? 0) + 1)
    const underWay = new Set<Promise<unknown>>()
    const again = new Set<string>()
    let chosen: Place = 'development'

    /** A refusal is an answer, and a connection of a crashed desk ends. Anything else is a fault of the desk. */
    function quiet<T>(work: Promise<T>): Promise<T | undefined> {
      const one = work.catch((error: unknown) => {
        if (!(error instanceof DeskError)) return undefined
        if (error.code === 'internal') troubles.push(`The desk failed: ${error.message}`)
        count(`refused: ${error.details.facts?.reason ?? error.code}`)
        return undefined
      })
      underWay.add(one)
      return one.finally(() => underWay.delete(one))
    }

    async function reopen(end: () => Promise<unknown>): Promise<void> {
      count('restarts')
      await end()
      await Promise.allSettled(underWay)
      opened = await open()
      chosen =
        (await opened.first.call('environments.list')).environments.find(({ selected }) => selected)?.id ===
        'production'
          ? 'production'
          : 'development'
      troubles.push(...(await lostDrafts(drafts, opened.first, Object.values(keys))))
    }

    /** What the person saw, whose age tells whether the desk must refuse it; sometimes of a while ago, and sometimes none. */
    const seen = new Map<string, string | null>()
    async function decisionOn(
      press: Pick<Press, 'operation' | 'body' | 'environment' | 'record'>,
    ): Promise<{ decision: Press['decision']; refused: boolean }> {
      const { operation, body, environment, record } = press
      if (record !== undefined && (chance(0.7) || !seen.has(record))) {
        const newest = await quiet(opened.first.call('ledger.newest', { operation, body, environment }))
        if (newest !== undefined) seen.set(record, newest.id)
      }
      const saw = record === undefined ? null : seen.get(record)
      const age = chance(0.08) ? pick([10_500, 25_000, -30_000]) : chance(0.1) ? random() * 9_000 : 0
      const decision = { environment, pressedAt: new Date(Date.now() - age).toISOString() }
      return {
        decision: saw === undefined || chance(0.15) ? decision : { ...decision, saw },
        refused: age > 10_000 || age < 0,
      }
    }

    function requestOf(
      { operation, live, record, bodyOf }: Command,
      environment: Place,
    ): Omit<Press, 'decision' | 'handed'> {
      const mark = `${chance(0.01) ? 'hang' : 'mark'}-${randomUUID()}`
      const named =
        record === 'charge'
          ? `charge-${Math.floor(presses.length / 12)}`
          : `${record}-${Math.floor(random() * streams)}`
      if (operation.endsWith('delete')) platforms[environment].stand('general', mark)
      return {
        mark,
        environment,
        operation,
        live,
        body: bodyOf(mark, named),
        ...(record !== undefined && { record: `${environment} ${named}` }),
      }
    }

    const submit = ({ operation, body, press = '', decision, handed }: Press, refused: boolean) => {
      if (!refused) handed.push(Date.now())
      return quiet(pick(opened.connections).call('ledger.submit', { operation, body, press, ...decision }))
    }

    async function press(): Promise<void> {
      const request = requestOf(pick(commands), chance(0.9) ? chosen : pick(environments))
      const { decision, refused } = await decisionOn(request)
      const one: Press = { ...request, decision, press: randomUUID(), handed: [] }
      presses.push(one)
      platforms[one.environment].next(pick(faults))
      const sent = submit(one, refused)
      // The same press from another connection, as a script does whose connection dropped.
      if (chance(0.3)) void submit(one, refused)
      if (chance(0.6)) await Promise.race([sent, sleep(500)])
    }

    /** Three live commands over one record; the answers to the first two take so long that the third may not go any more. */
    function jam(): void {
      const jammed = {
        operation: 'PUT /api/video/stream/update',
        environment: chosen,
        live: true,
        record: `${chosen} str-0`,
      }
      for (let n = 0; n < 3; n += 1) {
        const mark = `hang-${randomUUID()}`
        const decision = { environment: chosen, pressedAt: new Date().toISOString() }
        const one: Press = {
          ...jammed,
          mark,
          body: { streamId: 'str-0', title: mark },
          decision,
          press: randomUUID(),
          handed: [],
        }
        presses.push(one)
        void submit(one, false)
      }
      count('jams')
    }

    const effective = ({ mark, environment }: Press) =>
      platforms[environment].effects.some(({ body }) => Object.values(body).includes(mark))

    /** Two people look at what is unsettled or failed and at the platform, and decide: both send it again, or one says what became of it. */
    async function decide(): Promise<void> {
      const page = await quiet(
        opened.first.call('ledger.list', {
          state: chance(0.6) ? 'unknown' : ['unknown', 'rejected', 'queued'],
          limit: 30,
        }),
      )
      if (page === undefined || page.items.length === 0) return
      const { id, state, request } = pick(page.items)
      const text = JSON.stringify(request)
      const one = presses.find(({ mark }) => text.includes(`"${mark}"`))
      if (one === undefined || again.has(id)) return
      const was = effective(one)
      if (state === 'queued' && chance(0.3)) return void quiet(opened.first.call('ledger.cancel', { id }))
      if (state === 'unknown' && (was || chance(0.3))) {
        if (!one.live) return void quiet(opened.first.call('ledger.reconcile', { id }))
        return void quiet(opened.first.call('ledger.resolve', { id, as: was ? 'confirmed' : 'rejected' }))
      }
      if (was) return
      again.add(id)
      const newest = chance(0.5)
        ? await quiet(
            opened.first.call('ledger.newest', {
              operation: one.operation,
              body: one.body,
              environment: one.environment,
            }),
          )
        : undefined
      const age = chance(0.1) ? 12_000 : 5
      const decision = {
        environment: one.environment,
        pressedAt: new Date(Date.now() - age).toISOString(),
        saw: newest?.id ?? id,
      }
      delete one.decision.saw
      platforms[one.environment].next(chance(0.4) ? 'after' : pick(faults))
      const retry = () => {
        if (age < 10_000) one.handed.push(Date.now())
        return quiet(pick(opened.connections).call('ledger.retry', { id, ...decision }))
      }
      count('retries')
      const first = retry()
      const second = sleep(random() * 1_500).then(retry)
      void Promise.all([first, second]).finally(() => again.delete(id))
    }

    async function write(): Promise<void> {
      const fresh = drafts.length < 6 || chance(0.1)
      const draft = fresh ? newDraft(pick(drafted).operation, chosen) : pick(drafts)
      if (fresh) drafts.push(draft)
      if (draft.asked !== undefined) return
      const by = pick(opened.connections)
      count('draft changes')
      if (draft.removed) return void quiet(restoreDraft(draft, by))
      if (!fresh && chance(0.15)) return void quiet(discardDraft(draft, by))
      const command = drafted.find(({ operation }) => operation === draft.operation) as Command
      const { body } = requestOf(command, draft.environment)
      void quiet(saveDraft(draft, by, body as { title: string }, pick(Object.values(keys))))
      if (chance(0.7)) await sleep(30)
    }

    /** Sends a draft's newest revision, sometimes from two connections, and sometimes one that was sent before. */
    async function send(): Promise<void> {
      const able = drafts.filter(({ revision, asked }) => revision > 0 && asked === undefined)
      if (able.length === 0) return
      const draft = pick(able)
      const { id, revision } = draft
      const stored = await quiet(opened.first.call('drafts.get', { id, revision }))
      if (stored === undefined) return
      const body = stored.body as Press['body']
      const mark = String(body.title)
      const known = presses.find((one) => one.mark === mark)
      const one: Press = known ?? {
        mark,
        operation: draft.operation,
        environment: draft.environment,
        body,
        live: draft.operation.includes('stream'),
        decision: { environment: draft.environment, pressedAt: '' },
        handed: [],
      }
      if (known === undefined) presses.push(one)
      const { decision, refused } = await decisionOn(one)
      platforms[one.environment].next(pick(faults))
      for (let people = chance(0.3) ? 2 : 1; people > 0; people -= 1) {
        if (!refused) one.handed.push(Date.now())
        void quiet(pick(opened.connections).call('drafts.submit', { id, revision, ...decision }))
      }
      count('draft sendings')
    }

    /** What must never leave: a mask, and a secret in an address. */
    function harm(): void {
      const by = pick(opened.connections)
      void quiet(by.call('ledger.submit', { operation: 'POST /api/events/general/create', body: { title: mask } }))
      void quiet(
        by.call('ledger.submit', {
          operation: 'POST /api/ads/placement/vote/{placementId}',
          path: { placementId: pick(Object.values(keys)) },
          body: {},
        }),
      )
    }

    /** Every other minute nothing crashes and nobody switches, so that commands may wait for their turn. */
    async function step(calm: boolean): Promise<void> {
      const dice = random()
      if (calm && dice < 0.05) return dice < 0.004 ? jam() : undefined
      if (dice < 0.015) return reopen(() => opened.desk.kill())
      if (dice < 0.03) return reopen(() => opened.desk.stop())
      if (dice < 0.05) {
        chosen = pick(environments)
        return void quiet(pick(opened.connections).call('environments.select', { id: chosen }))
      }
      if (dice < 0.11) {
        const known = presses.slice(-5).filter((one) => one.press !== undefined && one.handed.length > 0)
        return known.length === 0 ? undefined : void submit(pick(known), false)
      }
      if (dice < 0.13) return harm()
      if (dice < 0.3) return decide()
      if (dice < 0.43) return write()
      if (dice < 0.53) return send()
      return press()
    }

    for (const begun = performance.now(); performance.now() < begun + minutes * 60_000;) {
      await step(Math.floor((performance.now() - begun) / 60_000) % 2 === 1)
      count('steps')
      await sleep(random() * 120)
    }
    await Promise.race([Promise.allSettled(underWay), sleep(45_000)])
    for (const environment of environments) platforms[environment].next('none')
    await reopen(() => opened.desk.stop())

    const intents: Intent[] = []
    for (let before: string | undefined; ;) {
      const page = await opened.first.call('ledger.list', { limit: 500, ...(before === undefined ? {} : { before }) })
      intents.push(...page.items)
      before = page.next
      if (before === undefined) break
    }
    troubles.push(...troublesOf(presses, intents, platforms, keys))
    for (const { state, error } of intents)
      count(`intents ${state}${state === 'confirmed' ? '' : ` ${error?.facts?.reason ?? error?.code ?? ''}`}`)
    counts.effects = environments.reduce((sum, environment) => sum + platforms[environment].effects.length, 0)
    process.stdout.write(
      `soak: ${presses.length} presses, ${drafts.length} drafts, ${intents.length} intents, ${troubles.length} troubles; ${JSON.stringify(counts)}\n`,
    )
    expect(presses.length).toBeGreaterThan(0)
    expect(troubles).toEqual([])
  },
  (minutes + 7) * 60_000,
)
