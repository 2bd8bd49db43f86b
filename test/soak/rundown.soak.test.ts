// Shows by a rundown of 40 cues out of a CSV file, in the built desk with two windows: 30 % of all connections to the
// platform are dropped, and the desk is killed three times in each. SEED repeats the choices of a show; SOAK_MINUTES
// says for how long one follows another, and without it there is one.
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Firing, FiringStep } from '#contract/air/firing.ts'
import type { CueStep, GoOutcome, RundownPosition } from '#contract/air/rundown.ts'
import { DeskError } from '#contract/errors.ts'
import { environment, pressed } from '../support/broadcast.ts'
import { endDesk, startDesk, temporaryProfile, type Desk, type DeskConnection } from '../support/desk.ts'
import { callAsPage } from '../support/grants.ts'
import { seed as first } from '../support/runs.ts'
import { columns, csvOf, streamId, subCategoryId, writeShow } from './cues.ts'
import { startForeign, type Fault } from './foreign.ts'
import { numbersOf } from './numbers.ts'
import { createWitness } from './witness.ts'

const minutes = Number(process.env.SOAK_MINUTES ?? 0)
const key = 'development-key-4f1c'
const map = columns.map(([, field]) => field)
/** When the desk is killed: around a press, with a step on the wire, and at any time. */
const killKinds = ['pressed', 'arrived', 'later'] as const

/** What the next cue may follow. */
const settledStates: ReadonlyArray<FiringStep['state']> = ['accepted', 'seen', 'skipped', 'contradicted', 'planned']

interface Opened {
  desk: Desk
  windows: [DeskConnection, DeskConnection]
  /** Rejects once it was killed or stopped. */
  dead: Promise<never>
  /** When it was opened. */
  at: number
}

// Catches an effect that happens twice or unseen, a step that leaves behind an unknown one or out of its order, a cue that
// a kill fires twice, passes or forgets, and two windows that both fire.
test(`rundowns of 40 cues with drops and kills, seed ${first}`, { timeout: (minutes + 15) * 60_000 }, async () => {
  const begun = performance.now()
  let seed = first
  do {
    process.stdout.write(`rundown: SEED=${seed}\n`)
    process.stdout.write(`rundown: ${JSON.stringify(await playShow(seed))}\n`)
    seed += 1
  } while (performance.now() < begun + minutes * 60_000)
})

const firedBy = (one: PromiseSettledResult<GoOutcome>): string[] =>
  one.status === 'fulfilled' && one.value.outcome === 'fired' ? [one.value.firing] : []

async function playShow(seed: number): Promise<Record<string, number>> {
  const random = numbersOf(seed)
  const chance = (part: number): boolean => random() < part
  const counts: Record<string, number> = {}
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1)

  const platform = await startForeign(key)
  onTestFinished(() => platform.close())
  platform.stand('stream', streamId)
  platform.stand('subcategory', subCategoryId)
  const { cues, steps } = writeShow(random)
  const order = cues.filter(({ kind, skip }) => kind === 'cue' && !skip).map(({ id }) => id)
  const planned = order.flatMap((id) => steps.get(id) ?? [])
  for (const { name } of planned) if (name.endsWith('-delete')) platform.stand('general', name)
  const witness = createWitness(
    planned.map(({ name }) => name),
    platform,
  )

  const profile = temporaryProfile()
  async function open(): Promise<Opened> {
    const desk = await startDesk({ profile, args: ['--environment', environment, '--base-url', platform.baseUrl] })
    const windows: Opened['windows'] = [await desk.connect(), await desk.connect()]
    await windows[0].call('credentials.save', { environment, credential: 'apiKey', value: key })
    const dead = once(desk.child, 'exit').then(() => Promise.reject(new Error('The desk was killed.')))
    dead.catch(() => undefined)
    return { desk, windows, dead, at: Date.now() }
  }
  let opening = open()
  let kills = 0
  onTestFinished(async () => endDesk((await opening).desk))
  /** One after the other, where two fall together. */
  async function kill(): Promise<void> {
    kills += 1
    opening = opening.then(({ desk }) => desk.kill()).then(open)
    await opening
  }

  /** What a killed desk left unanswered is asked again, so it is not for what must be done once. */
  const call: DeskConnection['call'] = async (...given) => {
    for (;;) {
      const { windows } = await opening
      try {
        return await windows[chance(0.5) ? 0 : 1].call(...given)
      } catch (error) {
        if (error instanceof DeskError) throw error
        count('calls that a kill cut')
      }
    }
  }

  const dropped = numbersOf(seed + 1)
  let killsOnArrival = false
  const killed: Array<Promise<void>> = []
  platform.decide((arrived) => {
    const dice = dropped()
    const isStep = arrived.rows === undefined
    const kills = isStep && killsOnArrival
    const drops = dice < (kills ? 1 : 0.3)
    const fault: Fault = drops ? (dropped() < 0.5 ? 'before' : 'after') : dice < 0.4 ? 'slow' : 'none'
    if (kills) {
      killsOnArrival = false
      killed.push(kill())
    }
    if (witness.saw(arrived, fault)) count(`writes: ${fault}`)
    return fault
  })

  const rundown = await writeRundown()
  const killAfter = killKinds.map((kind, at) => ({ kind, fired: Math.floor((at + random()) * 11) }))
  const fired: Array<{ cue: string; firing: string }> = []
  const start = await position()

  for (;;) {
    const at = await position()
    if (at.now !== undefined && at.now.firing !== fired.at(-1)?.firing) {
      fired.push({ cue: at.now.cue.id, firing: at.now.firing })
      await finish(at.now.firing)
    } else if (at.next === undefined) break
    else await go(at, fired.length >= (killAfter[0]?.fired ?? order.length) ? killAfter.shift()?.kind : undefined)
  }
  await Promise.all(killed)
  expect(kills).toBe(3)
  await check()
  await endDesk((await opening).desk)
  return { ...counts, steps: planned.length, effects: platform.effects.length }

  /** As the page does: a look at the columns, a look at what they would bring, and the import; the steps by hand. */
  async function writeRundown(): Promise<{ id: string; revision: number }> {
    const text = csvOf(cues)
    const guessed = await call('rundown.importPreview', { text })
    expect(guessed).toMatchObject({ headings: columns.map(([heading]) => heading), delimiter: ';' })
    // Nobody guesses that this is the time of day.
    expect(guessed.map[3]).toBeNull()
    const preview = await call('rundown.importPreview', { text, map })
    expect(preview).toMatchObject({ rows: cues.length, added: cues.length, problems: [], map })
    const title = 'Evening of forty'
    const { id, revision: baseRevision } = await call('rundown.import', { text, map, environment, title })
    expect((await call('rundown.get', { id })).cues).toEqual(cues)
    const saved = await call('rundown.save', {
      ...{ id, baseRevision, title, environment, template: false },
      cues: cues.map((cue) => ({ ...cue, steps: steps.get(cue.id) ?? [] })),
    })
    await call('broadcast.choose', { environment, stream: { id: streamId, name: 'The show' } })
    await call('rundown.choose', { environment, id })
    return { id, revision: saved.revision }
  }

  /** Where the show is; it can be nowhere but behind what was fired. */
  async function position(): Promise<RundownPosition> {
    const { position: at } = await call('rundown.position', { environment })
    if (at === null) throw new Error('The show has lost its rundown.')
    const done = at.fired.length
    expect(at.fired.map(({ cue }) => cue)).toEqual(order.slice(0, done))
    expect({ ...at, now: at.now?.cue.id, next: at.next?.id }).toMatchObject({
      ...{ rundown: rundown.id, revision: rundown.revision, environment },
      ...{ now: order[done - 1], next: order[done] },
    })
    // The cue of what has left is on disk.
    const newest = planned.findIndex(({ name }) => name === witness.newest())
    const [cueOfNewest] = [...steps].find(([, all]) => all.includes(planned[newest] as CueStep)) ?? []
    expect(order.indexOf(cueOfNewest ?? '')).toBeLessThan(done)
    return at
  }

  /** One or two windows press; afterwards the cue is fired, unless a kill came before that was on disk. */
  async function go(at: RundownPosition, killing: (typeof killKinds)[number] | undefined): Promise<void> {
    const before = await opening
    const both = chance(0.5)
    const seen = { id: at.rundown, revision: at.revision, position: at.position, shown: at.shown }
    const press = { ...seen, ...pressed() }
    // Another window's own press, or a page that sends its press again.
    const other = chance(0.7) ? { ...seen, ...pressed() } : press
    if (killing === 'arrived') killsOnArrival = true
    const answers = before.windows
      .slice(0, both ? 2 : 1)
      .map((window, place) => window.call('rundown.go', place === 0 ? press : other))
    if (killing === 'pressed') killed.push(wait(random() * 40).then(kill))
    if (killing === 'later') killed.push(wait(random() * 2_000).then(kill))
    const outcomes = await Promise.allSettled(answers)
    if (killing === 'pressed') await Promise.all(killed)
    const isKilled = (await opening) !== before
    const went = outcomes.flatMap(firedBy)
    const refused = outcomes.flatMap((one) =>
      one.status === 'rejected' && one.reason instanceof DeskError ? [one.reason] : [],
    )
    for (const { code, details } of refused)
      expect([code, details.facts?.reason]).toEqual(['conflict', 'position_changed'])
    if (!isKilled) {
      expect(went.length).toBe(both && other === press ? 2 : 1)
      expect(refused.length).toBe(both && other !== press ? 1 : 0)
      if (both) count(other === press ? 'presses sent twice' : 'presses of two windows at once')
    }
    const after = await position()
    if (after.fired.length === at.fired.length) {
      expect({ went, isKilled }).toEqual({ went: [], isKilled: true })
      return count('kills before the press was on disk')
    }
    expect([after.position, after.fired.length]).toEqual([at.position + 1, at.fired.length + 1])
    for (const firing of went) expect(firing).toBe(after.now?.firing)
    if (!isKilled) return
    count('kills behind a press')
    // One of the presses has fired it. Sent again, it is answered with that, and nothing else fires.
    const again = await Promise.allSettled([press, other].map((one) => call('rundown.go', one)))
    expect([...new Set(again.flatMap(firedBy))]).toEqual([after.now?.firing])
  }

  /** Until nothing of it is under way. */
  async function rest(id: string): Promise<Firing> {
    for (;;) {
      const firing = await call('firing.get', { id })
      if (firing.state !== 'running' && firing.steps.every(({ state }) => state !== 'taking')) return firing
      await wait(20)
    }
  }

  /** A refusal is an answer; what it says of the desk is looked at anew. */
  async function quiet(work: Promise<unknown>): Promise<string | undefined> {
    try {
      await work
      return undefined
    } catch (error) {
      if (!(error instanceof DeskError)) return 'killed'
      if (error.code === 'internal') throw error
      return error.details.facts?.reason ?? error.code
    }
  }

  /** A person goes on with a cue until it is done, or leaves it where nothing of it is unknown. */
  async function finish(id: string): Promise<void> {
    for (let press = 0; press < 200; press += 1) {
      const opened = await opening
      const firing = await rest(id)
      await compare(firing)
      if (firing.state === 'done') return
      const waiting = firing.steps.find(({ state }) => state === 'waiting')
      const unknown = firing.steps.find(({ state }) => state === 'unknown')
      if (waiting !== undefined) {
        if (chance(0.5) && (await impatient('cue_under_way', firing, opened))) return
        await quiet(Promise.race([callAsPage(opened.desk, 'firing.proceed', { id, step: waiting.id }), opened.dead]))
        continue
      }
      if (unknown !== undefined) {
        count('looks at an unknown step')
        if (chance(0.5) && (await impatient('cue_step_unsettled', firing, opened))) return
        if (chance(0.7)) await settle(unknown, firing)
      } else if (chance(0.1)) {
        if (chance(0.5)) await quiet(call('firing.stop', { id }))
        return count('cues left')
      }
      await quiet(call('firing.resume', { id, ...pressed() }))
    }
    throw new Error(`The cue could not be brought to its end: ${JSON.stringify(await call('firing.get', { id }))}`)
  }

  /** Whether a Go that may come too early fired the next cue, for what was unknown is settled by now. */
  async function impatient(reason: string, { id }: Firing, { windows }: Opened): Promise<boolean> {
    const { rundown: of, revision, position: saw, shown } = await position()
    const told = await quiet(windows[1].call('rundown.go', { id: of, revision, position: saw, shown, ...pressed() }))
    if (told !== undefined) {
      expect(['killed', reason]).toContain(told)
      count(`presses too early: ${told}`)
      return false
    }
    await compare(await call('firing.get', { id }))
    const left = (await call('firing.get', { id })).steps.filter(({ state }) => !settledStates.includes(state))
    expect(left, 'a Go went past it').toEqual([])
    count('presses right after a step was settled')
    return true
  }

  /** Waits for what the desk reads, or looks at the platform and decides. */
  async function settle({ name, intent: id }: FiringStep, firing: Firing): Promise<void> {
    if (id === undefined) throw new Error(`${name} is unknown, and no write says why.`)
    const isPatient = chance(0.5)
    // An edit may be sent again by the desk itself. Where another person has paused that, it waits in the queue.
    const isEdit = /-(announce|category)$/.test(name)
    let isPaused = isEdit && chance(0.5)
    if (isPaused) await call('connection.configure', { sending: 'paused' })
    for (let looks = 0; looks < 1_200; looks += 1) {
      const { state, sentAt, evidence } = await call('ledger.get', { id })
      if (state === 'queued' && isPaused) {
        await impatient('cue_step_unsettled', firing, await opening)
        count('writes that waited in the queue')
      } else if (state === 'unknown') {
        const asking = evidence.map(({ facts }) => String(facts?.next ?? '').startsWith('decide'))
        const isAsked = asking.at(-1) === true
        // For a minute after a restart an absence proves nothing. Nobody waits that long.
        const restarted = (await opening).at
        const isCrashed = Date.parse(sentAt ?? '') < restarted && Date.now() < restarted + 30_000
        // It is not sent again by itself then, nor where the desk asked a second time.
        const isLeft = isEdit ? isAsked && asking.filter(Boolean).length > 1 : isAsked || !isPatient
        if (isLeft || (isCrashed && looks > 20)) await decide(name, id)
      } else if (state !== 'sending' && state !== 'queued') break
      if (isPaused && state !== 'unknown') {
        await call('connection.configure', { sending: 'on' })
        isPaused = false
      }
      await wait(100)
    }
    if (isPaused) await call('connection.configure', { sending: 'on' })
    const { state, evidence } = await call('ledger.get', { id })
    expect(['confirmed', 'rejected', 'cancelled'], JSON.stringify(evidence)).toContain(state)
  }

  async function decide(name: string, id: string): Promise<void> {
    const isApplied = witness.applied(name)
    if ((await quiet(call('ledger.resolve', { id, as: isApplied ? 'confirmed' : 'rejected' }))) !== undefined) return
    witness.told(name, isApplied)
    count('decisions of a person')
  }

  /** What the desk says of each step against what the platform had. */
  async function compare({ steps: all }: Firing): Promise<void> {
    for (const { name, state, intent, action } of all) {
      if (action.kind !== 'operation') continue
      if (state === 'accepted' || state === 'seen' || state === 'skipped') witness.told(name, true)
      else if (state === 'contradicted' || (state === 'planned' && intent === undefined)) witness.told(name, false)
    }
    expect(witness.faults).toEqual([])
  }

  async function check(): Promise<void> {
    const names = planned.map(({ name }) => name)
    const had = platform.effects.map(({ body }) => Object.values(body).find((value) => names.includes(String(value))))
    const marks = (await call('drafts.list', { tag: 'mark', limit: 200 })).items.map(({ title }) => title)
    const intents = (await call('ledger.list', { limit: 500 })).items
    const seen: string[] = []
    const all: string[] = []
    for (const { cue, firing } of fired) {
      const { state, cue: of, steps: taken } = await call('firing.get', { id: firing })
      expect([of?.id, state === 'done' || state === 'stopped']).toEqual([cue, true])
      expect(taken.map(({ name }) => name)).toEqual((steps.get(cue) ?? []).map(({ name }) => name))
      expect(taken.filter((step) => step.state === 'unknown' || step.state === 'taking')).toEqual([])
      all.push(cue)
      for (const step of taken) if (step.state === 'seen' && step.action.kind !== 'wait') seen.push(step.name)
    }
    expect(all).toEqual(order)
    expect(had).toEqual(seen.filter((name) => !name.endsWith('-mark')))
    expect(marks.toSorted()).toEqual(seen.filter((name) => name.endsWith('-mark')).toSorted())
    for (const name of names) {
      const of = intents.filter(({ request }) => JSON.stringify(request).includes(`"${name}"`))
      const attempts = of.reduce((sum, { attempts: made }) => sum + made, 0)
      expect({ name, arrivals: witness.arrivals(name) <= attempts }).toEqual({ name, arrivals: true })
    }
    expect(witness.faults).toEqual([])
    expect((await position()).position).toBe(start.position + order.length)
  }
}
