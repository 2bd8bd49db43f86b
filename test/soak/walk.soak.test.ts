// Long random walks of commands from several connections over the built desk, with lost answers, refusals, switches of the environment,
// crashes and restarts. SOAK_MINUTES (3) says how long, SOAK_SEED repeats a walk.
import { randomInt, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { mask } from '#contract/mask.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { endDesk, startDesk, temporaryProfile } from '../support/desk.ts'
import type { Desk, DeskConnection } from '../support/desk.ts'
import { startForeign } from './foreign.ts'
import type { Fault } from './foreign.ts'

const minutes = Number(process.env.SOAK_MINUTES ?? 3)
const seed = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31))
const environments = ['development', 'production'] as const
const keys = { development: 'development-key-4f1c', production: 'production-key-9b7e' }

/** Numbers from 0 to 1, the same for the same seed. */
function numbersOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One press: what it asked for, and where the person was told that it goes. */
interface Press {
  press: string
  mark: string
  environment: EnvironmentId
  operation: string
  body: Record<string, string | number>
  pressedAt: string
}

const commands = [
  { operation: 'POST /api/payment/charge/refund', bodyOf: (mark: string) => ({ chargeId: mark, amount: 500 }) },
  { operation: 'POST /api/events/general/create', bodyOf: (mark: string) => ({ title: mark }) },
  { operation: 'POST /api/video/stream/createClip', bodyOf: (mark: string) => ({ streamId: 's1', title: mark }) },
]
const faults: Fault[] = ['none', 'none', 'none', 'before', 'after', 'error', 'limit', 'slow']

// Catches a write that a crash, a lost answer, a second connection or a switch of the environment sends twice or to another place, a mask on
// the wire, and a state that is not what happened.
test(
  `a walk of ${minutes} min, seed ${seed}`,
  async () => {
    process.stdout.write(`soak: SOAK_SEED=${seed} SOAK_MINUTES=${minutes}\n`)
    const random = numbersOf(seed)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const platforms = {
      development: await startForeign(keys.development),
      production: await startForeign(keys.production),
    }
    onTestFinished(() =>
      Promise.all(environments.map((environment) => platforms[environment].close())).then(() => undefined),
    )
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
    const underWay = new Set<Promise<unknown>>()
    const quiet = (work: Promise<unknown>) => {
      const one = work.catch((error: unknown) => {
        // A refusal is an answer, and a connection of a crashed desk ends. Anything else is a fault of the desk.
        if (error instanceof DeskError && error.code === 'internal') throw error
      })
      underWay.add(one)
      return one.finally(() => underWay.delete(one))
    }
    const submit = (one: Press, by = pick(opened.connections)) =>
      quiet(
        by.call('ledger.submit', {
          operation: one.operation,
          body: one.body,
          press: one.press,
          environment: one.environment,
          pressedAt: one.pressedAt,
        }),
      )

    for (const until = performance.now() + minutes * 60_000; performance.now() < until;) {
      const dice = random()
      if (dice < 0.02) {
        await opened.desk.kill()
        await Promise.allSettled(underWay)
        opened = await open()
      } else if (dice < 0.04) {
        await opened.desk.stop()
        await Promise.allSettled(underWay)
        opened = await open()
      } else if (dice < 0.14) {
        void quiet(pick(opened.connections).call('environments.select', { id: pick(environments) }))
      } else if (dice < 0.24 && presses.length > 0) {
        // The same press again, from another connection, as a script does whose connection dropped.
        void submit(pick(presses.slice(-5)))
      } else if (dice < 0.28) {
        void quiet(
          pick(opened.connections).call('ledger.submit', {
            operation: commands[1]?.operation ?? '',
            body: { title: mask },
          }),
        )
      } else {
        const command = pick(commands)
        const mark = `mark-${presses.length}-end`
        const one = {
          press: randomUUID(),
          mark,
          environment: pick(environments),
          operation: command.operation,
          body: command.bodyOf(mark),
          pressedAt: new Date().toISOString(),
        }
        presses.push(one)
        platforms[one.environment].next(pick(faults))
        const sent = submit(one)
        if (random() < 0.3) void submit(one)
        if (random() < 0.7) await Promise.race([sent, new Promise((done) => setTimeout(done, 700))])
      }
      await new Promise((done) => setTimeout(done, random() * 120))
    }
    await Promise.race([Promise.allSettled(underWay), new Promise((done) => setTimeout(done, 30_000))])
    for (const environment of environments) platforms[environment].next('none')

    const intents: Intent[] = []
    for (let before: string | undefined; ;) {
      const page = await opened.first.call('ledger.list', { limit: 500, ...(before === undefined ? {} : { before }) })
      intents.push(...page.items)
      before = page.next
      if (before === undefined) break
    }
    const troubles: string[] = []
    for (const { mark, environment, operation } of presses) {
      const had = (where: EnvironmentId) =>
        platforms[where as keyof typeof platforms].effects.filter(({ body }) => Object.values(body).includes(mark))
          .length
      const other = environment === 'development' ? 'production' : 'development'
      const made = intents.filter(({ request }) => JSON.stringify(request).includes(`"${mark}"`))
      const states = made.map(({ state }) => state)
      const said = `${operation} ${mark} in ${environment}: ${states.join(', ')}`
      if (had(other) > 0) troubles.push(`${said}, but it reached ${other}`)
      if (had(environment) > 1)
        troubles.push(
          `${said}, applied ${had(environment)} times: ${JSON.stringify(made.map(({ evidence }) => evidence))}`,
        )
      if (states.length > 1) troubles.push(`${said}: one press made ${states.length} intents`)
      if (had(environment) > 0 && !states.some((state) => ['confirmed', 'unknown', 'sending'].includes(state)))
        troubles.push(`${said}, but it was applied`)
      if (had(environment) === 0 && states.includes('confirmed')) troubles.push(`${said}, but it was never applied`)
    }
    for (const environment of environments) {
      const other = environment === 'development' ? 'production' : 'development'
      for (const text of platforms[environment].wire) {
        if (text.includes(mask)) troubles.push(`A mask travelled to ${environment}: ${text.slice(0, 200)}`)
        if (text.includes(keys[other])) troubles.push(`The key of ${other} travelled to ${environment}`)
      }
    }
    const effects = environments.reduce((sum, environment) => sum + platforms[environment].effects.length, 0)
    process.stdout.write(
      `soak: ${presses.length} presses, ${intents.length} intents, ${effects} effects, ${troubles.length} troubles\n`,
    )
    expect(presses.length).toBeGreaterThan(0)
    expect(troubles).toEqual([])
  },
  (minutes + 7) * 60_000,
)
