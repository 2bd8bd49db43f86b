// What the scripts promise, in whatever language they are written.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { clipOperation, startProgram, startStage, type Program, type Stage } from './support.ts'

/** How a script is started, by its name without its ending. */
export interface Language {
  command: () => string
  folder: string
  ending: string
}

export function journeys({ command, folder, ending }: Language): void {
  let stage: Stage
  const running: Program[] = []
  beforeAll(async () => (stage = await startStage()))
  afterAll(() => stage.end())
  afterEach(async () => {
    for (const { child, code } of running.splice(0)) {
      child.kill('SIGKILL')
      await code
    }
    await stage.connection.call('rehearsal.reset')
  })
  const start = (name: string, args: string[] = [], grant = stage.door.grant): Program => {
    const program = startProgram(command(), [`${name}${ending}`, ...args], folder, grant)
    running.push(program)
    return program
  }
  const vote = () =>
    stage.connection.call('ledger.submit', {
      operation: 'POST /api/vote/cast/create',
      body: { embedId: stage.poll, optionId: 'clockmaker', voterId: crypto.randomUUID() },
    })

  // Catches a tally that is printed once, that is not the platform's, or that a lost connection ends for ever.
  test('the tally is printed, follows the votes, and comes back after the connection was lost', async () => {
    const tally = start('tally')
    await expect.poll(() => tally.out()).toContain('Who should come next?')
    const first = Number(/A clockmaker (\d+)/.exec(tally.out())?.[1])
    await vote()
    await expect.poll(() => tally.out()).toContain(`A clockmaker ${first + 1}`)
    stage.door.drop()
    await expect.poll(() => tally.out()).toContain('No connection to the desk.')
    const before = tally.out().length
    await expect.poll(() => tally.out().slice(before)).toContain('A clockmaker')
    expect(tally.said()).toBe('')
  })

  // Catches a 429 that is shown as a new tally, or as none.
  test('after a 429 the tally stays and says that it is not newer', async () => {
    const tally = start('tally', [stage.poll])
    await expect.poll(() => tally.out()).toContain('Who should come next?')
    await stage.fault({ kind: 'rate_limit', operation: 'POST /api/vote/embed/get', retryAfterSeconds: 30, times: 1 })
    await expect.poll(() => tally.out()).toMatch(/A clockmaker \d+ \(not newer: gate\)/)
  })

  // Catches a mark that is sent, or that is kept without the moment.
  test('a mark is kept as a draft, and nothing is sent', async () => {
    const mark = start('mark', ['The drummer falls'])
    expect(await mark.code).toBe(0)
    const id = /Kept as draft (\S+)\./.exec(mark.out())?.[1] ?? expect.fail(mark.said())
    const draft = await stage.connection.call('drafts.get', { id })
    expect(draft).toMatchObject({ operation: clipOperation, title: 'The drummer falls', tags: ['mark'] })
    expect(draft.body).toMatchObject({ streamId: stage.stream, title: 'The drummer falls' })
    const { items } = await stage.connection.call('ledger.list', { limit: 50, query: 'createClip' })
    expect(items).toEqual([])
  })

  // Catches a mark that is kept twice, because its first answer was lost.
  test('a mark whose answer is lost is kept once', async () => {
    let lost = false
    stage.door.answers['drafts.save'] = async (params, real) => {
      const saved = await real('drafts.save', params)
      if (lost) return saved
      lost = true
      stage.door.drop()
      return saved
    }
    const mark = start('mark', ['Only once'])
    expect(await mark.code, mark.said()).toBe(0)
    delete stage.door.answers['drafts.save']
    const { items } = await stage.connection.call('drafts.list', { query: 'Only once', limit: 10 })
    expect(items).toHaveLength(1)
  })

  // Catches an end that is told otherwise than it was: a script that goes on as if it had worked.
  test('a clip is cut', async () => {
    const clip = start('clip', ['That solo'])
    expect(await clip.code, clip.said()).toBe(0)
    expect(clip.out()).toBe('The clip is cut.\n')
  })

  // Catches a second clip, because the outcome of the first one is not known.
  test('an unknown outcome is told, and nothing is sent again', async () => {
    await stage.fault({ kind: 'drop_after_commit', operation: clipOperation, times: 1 })
    const clip = start('clip', ['Perhaps'])
    await expect.poll(() => clip.out()).toContain('Nobody knows yet')
    expect(
      stage.door.calls.filter(({ method, params }) => method === 'command.run' && params.title === 'Perhaps'),
    ).toHaveLength(1)
  })

  // Catches a 429 that is told as an end, or as nothing.
  test('a 429 is told with the time', async () => {
    await stage.fault({ kind: 'rate_limit', operation: clipOperation, retryAfterSeconds: 2, times: 1 })
    const clip = start('clip', ['Too soon'])
    expect(await clip.code).toBe(1)
    expect(clip.out()).toMatch(/^Not cut\. .* \(rate_limited\) Press again in \d+ s\.\n$/)
    const gates = async () => (await stage.connection.call('desk.info')).gates
    await expect.poll(async () => (await gates()).map(({ product }) => product)).not.toContain('Livestream')
  })

  // Catches a clip that waits in the queue and is told as cut, or whose later end nobody learns.
  test('a clip that waits is told, and so is its end', async () => {
    const run = stage.door.answers['command.run'] ?? expect.fail()
    const until = '2026-11-22T20:00:00.000Z'
    const intent = { id: 'waits', state: 'queued', waiting: { reason: 'gate', until } }
    stage.door.answers['command.run'] = () => ({ outcome: 'sent', intent })
    const clip = start('clip')
    await expect.poll(() => clip.out()).toBe(`Waiting: gate until ${until}.\n`)
    stage.door.answers['command.run'] = run
    stage.door.tell('ledger.changed', { intent: { id: 'another', state: 'confirmed' } })
    stage.door.tell('ledger.changed', { intent: { id: 'waits', state: 'confirmed' } })
    expect(await clip.code).toBe(0)
    expect(clip.out()).toContain('The clip is cut.')
  })

  // Catches a press that is made twice, because its first answer was lost.
  test('a press whose answer is lost is asked for again under the same id', async () => {
    const run = stage.door.answers['command.run'] ?? expect.fail()
    let lost = false
    stage.door.answers['command.run'] = async (params, real) => {
      const answer = await run(params, real)
      if (!lost) stage.door.drop()
      lost = true
      return answer
    }
    const clip = start('clip', ['Once'])
    expect(await clip.code, clip.said()).toBe(0)
    stage.door.answers['command.run'] = run
    const presses = stage.door.calls.filter(({ method, params }) => method === 'command.run' && params.title === 'Once')
    expect(presses).toHaveLength(2)
    expect(new Set(presses.map(({ params }) => params.press)).size).toBe(1)
  })

  // Catches a command that lapsed and is told as sent.
  test('a command that nobody fires is told as such', async () => {
    const run = stage.door.answers['command.run'] ?? expect.fail()
    stage.door.answers['command.run'] = () => ({ outcome: 'lapsed' })
    const clip = start('clip')
    expect(await clip.code).toBe(1)
    stage.door.answers['command.run'] = run
    expect(clip.out()).toContain('Nothing was sent')
  })

  // Catches a stack trace for whoever has no grant, or one of an address that is not this machine's.
  test('without a grant, or without a desk, a sentence says what to do', async () => {
    for (const grant of ['', 'http://192.168.1.2:80/#g=abcdefghijklmnopqrstuvwxyz']) {
      const mark = start('mark', ['x'], grant)
      expect(await mark.code).not.toBe(0)
      expect(mark.said()).toContain('Settings > Access')
    }
    const away = start('mark', ['x'], 'http://127.0.0.1:9/#g=abcdefghijklmnopqrstuvwxyz')
    expect(await away.code).toBe(3)
    expect(away.said()).toContain('No desk at 127.0.0.1:9')
    expect(away.said().trim().split('\n')).toHaveLength(1)
  })
}
