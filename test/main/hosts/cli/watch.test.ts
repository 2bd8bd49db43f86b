import { afterEach, expect, test } from 'vitest'
import { runWatch } from '../../../../main/hosts/cli/watch.ts'
import { startStandIn, type Answers, type StandIn } from '../../../support/stand-in.ts'
import { recordedTerminal } from './support.ts'

const ends: Array<() => unknown> = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

function watch(desk: StandIn, ...events: string[]) {
  const terminal = recordedTerminal()
  const pauses = { count: 0 }
  const ended = new AbortController()
  const running = runWatch(new Set(events), desk, terminal, ended.signal, () => {
    pauses.count += 1
    return new Promise((done) => setTimeout(done))
  })
  ends.push(async () => {
    ended.abort()
    await running.catch(() => undefined)
  })
  return { ...terminal, pauses, running, stop: () => ended.abort() }
}

async function standIn(answers: Answers, options?: { port: number; secret: string }): Promise<StandIn> {
  const desk = await startStandIn(answers, options)
  ends.unshift(() => desk.close().catch(() => undefined))
  return desk
}

const asked = (desk: StandIn, method: string) => desk.calls.filter((one) => one.method === method)

// Catches events of another name that are printed, and a line that is not JSON.
test('prints the events that were named as lines of JSON', async () => {
  const desk = await standIn({ 'access.own': () => ({ grant: null }) })
  const { printed } = watch(desk, 'history.changed')
  await expect.poll(() => asked(desk, 'access.own')).toHaveLength(1)
  desk.tell('show.changed', {})
  desk.tell('history.changed', {})
  await expect.poll(() => printed).toEqual(['{"event":"history.changed","payload":{}}\n'])
})

// Catches a watch that ends with the first restart of the desk, or tells every try of a long outage.
test('comes back after the desk was away, and says so once', async () => {
  const first = await standIn({})
  const { printed, sentences, pauses } = watch(first)
  await expect.poll(() => asked(first, 'access.own')).toHaveLength(1)
  await first.close()
  await expect.poll(() => sentences).toHaveLength(1)
  await expect.poll(() => pauses.count).toBeGreaterThan(5)
  expect(sentences).toHaveLength(1)
  const second = await standIn({}, first)
  await expect.poll(() => sentences).toHaveLength(2)
  second.tell('history.changed', {})
  await expect.poll(() => printed).toHaveLength(1)
})

// Catches a watch that waits for ever with a grant that was never right, and one that hides that its grant was revoked.
test('a grant that is refused at once ends it, one that is revoked later is told', async () => {
  const desk = await standIn({})
  const wrong = { ...desk, secret: 'w'.repeat(43) }
  await expect(watch(wrong).running).rejects.toMatchObject({ exitCode: 1 })
  const { sentences } = watch(desk)
  await expect.poll(() => asked(desk, 'access.own')).toHaveLength(1)
  desk.revoke()
  await expect.poll(() => sentences.join(' ')).toContain('revoked')
})

// Catches a grant for overlays that hears nothing, because nobody asked for its values.
test('a grant for overlays asks for their values', async () => {
  const grant = {
    id: 'g',
    name: 'Scene',
    scope: 'watch',
    environment: 'rehearsal',
    values: ['poll', 'onair'],
    createdAt: '2026-11-22T20:00:00.000Z',
    lastUsedAt: null,
  }
  const desk = await standIn({ 'access.own': () => ({ grant }), 'overlay.follow': () => ({}) })
  watch(desk)
  await expect
    .poll(() => asked(desk, 'overlay.follow').map(({ params }) => params))
    .toEqual([{ kind: 'poll' }, { kind: 'onair' }])
})

// Catches a Ctrl-C that leaves the program running.
test('the signal ends it, connected or not', async () => {
  const desk = await standIn({})
  const connected = watch(desk)
  await expect.poll(() => asked(desk, 'access.own')).toHaveLength(1)
  connected.stop()
  await connected.running
  await desk.close()
  const away = watch(desk)
  await expect.poll(() => away.sentences).toHaveLength(1)
  away.stop()
  await away.running
})
