// Docks on a desk in memory: what each panel shows, what a press asks for, and what is said where nothing can be shown.
import { flushPromises } from '@vue/test-utils'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CommandName } from '#contract/access-kinds.ts'
import type { Firing } from '#contract/air/firing.ts'
import { DeskError } from '#contract/errors.ts'
import type { JsonObject } from '#contract/json.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { stepOf } from '#answers/poll/steps.ts'
import { sampleFiring } from '../../support/sample-encoder.ts'
import { liveAnswers, now } from '../../live/desk.ts'
import { confirmed, destinations, fire, openDock, operateGrant, tell } from './dock.ts'

const details: OperationRequest = { operation: 'GET /api/video/details/all', query: { streamId: 'str_1' } }
const live = (states: Record<string, string> = { 'Main stage': 'live' }) => ({
  ...liveAnswers(),
  ...destinations(states),
})
const keyOf = (name: string, at = 0): string => `${name}/out-${at}/vid-${at}`

// Catches a dock that calls what only the desk's own page may: its access would be refused, or would have to be wider.
test.each(['live', 'poll', 'ads', 'log', 'money'] as const)(
  'the %s dock asks for nothing that is the desk’s own',
  async (panel) => {
    const { declarationOf } = await import('#contract/bridge.ts')
    const dock = await openDock(panel, { answers: live() })
    const asked = [...new Set(dock.bridge.requests.map(({ method }) => method))]
    expect(asked).toContain('environments.list')
    const tooMuch = asked.filter((method) => {
      const declared = declarationOf(method)
      return (
        declared === undefined || declared.pageOnly === true || !['watch', 'read', 'operate'].includes(declared.scope)
      )
    })
    expect(tooMuch).toEqual([])
  },
)

// Catches a live dock that claims a state that was not read, or that hides how old it is.
test('the live dock shows state, clock, viewers, signal, and their age once they are late', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  const dock = await openDock('live', { answers: live() })
  expect(dock.text('[data-air]')).toMatch(/On air.*Night show main.*01:23:4\d/)
  expect(dock.text('[data-viewers]')).toBe('1,204')
  expect(dock.text('[data-verdict]')).toMatch(/^Good/)
  expect(dock.wrapper.findAll('[data-age]')).toEqual([])
  await vi.advanceTimersByTimeAsync(61_000)
  expect(dock.wrapper.findAll('[data-age]').length).toBeGreaterThanOrEqual(3)
})

// Catches a single slip that stops a broadcast, and a command without a press of its own that could be run twice.
test('a command is armed, fired in another place, and ends as confirmed once its effect is there', async () => {
  const dock = await openDock('live', { answers: live() })
  const stop = dock.wrapper.find('[data-command="stop"]')
  await stop.find('[data-arm]').trigger('click')
  expect(dock.runs).toEqual([])
  await flushPromises()
  await stop.find('[data-fire]').trigger('click')
  await flushPromises()
  expect(dock.runs).toMatchObject([
    { command: 'stop', record: keyOf('Main stage'), environment: 'rehearsal', saw: null },
  ])
  expect(dock.runs[0]?.['press']).toMatch(/^[0-9a-f-]{36}$/)
  expect(dock.text('[data-outcome]')).toBe('Stop: sending')
  await dock.end(0, confirmed())
  expect(dock.text('[data-outcome]')).toBe('Stop: accepted, not visible yet')
  await tell(dock, details, destinations({ 'Main stage': 'stopped' })[details.operation] ?? null)
  await expect.poll(() => dock.text('[data-outcome]')).toBe('Stop: confirmed')
})

// Catches a lost connection that looks like a refusal, so that a person presses again.
test('a lost answer says that nobody knows', async () => {
  const dock = await openDock('live', { answers: live() })
  await fire(dock, 'stop')
  await dock.end(0, new DeskError('unreachable', 'The link dropped.', { operation: 'command.run' }))
  expect(dock.text('[data-outcome]')).toBe('Stop: connection lost. See Activity for whether it was sent')
})

// Catches a dock that pretends to fire where only a person at the desk does.
test('an access that asks waits for the desk and tells how it ended', async () => {
  const dock = await openDock('live', { answers: live(), grant: operateGrant({ mode: 'arm' }) })
  expect(dock.wrapper.find('[data-arm]').exists()).toBe(false)
  const stop = dock.wrapper.find('[data-command="stop"]')
  expect(stop.text()).toBe('Ask Showdesk: Stop')
  // A mark is kept at once: after five seconds it would mark another moment.
  expect(dock.text('[data-command="mark"]')).toBe('Mark')
  await stop.trigger('click')
  await flushPromises()
  expect(dock.runs).toHaveLength(1)
  expect(dock.text('[data-outcome]')).toBe('Stop: waiting for Showdesk, 5 s')
  // One press is one question.
  await stop.trigger('click')
  expect(dock.runs).toHaveLength(1)
  await dock.end(0, { outcome: 'lapsed' })
  expect(dock.text('[data-outcome]')).toContain('Nothing was sent.')
})

// Catches buttons that the access does not have.
test('a dock shows the commands of its access and no other', async () => {
  const some = await openDock('live', { answers: live(), grant: operateGrant({ commands: ['stop', 'mark'] }) })
  expect(some.wrapper.findAll('[data-command]').map((one) => one.attributes('data-command'))).toEqual(['stop', 'mark'])
  const { id, name, environment, createdAt, lastUsedAt } = operateGrant()
  const none = await openDock('live', {
    answers: live(),
    grant: { id, name, environment, createdAt, lastUsedAt, scope: 'read' },
  })
  expect(none.wrapper.findAll('[data-command]')).toEqual([])
  expect(none.wrapper.find('[data-actions]').exists()).toBe(false)
})

// Catches a press for all destinations where one was meant, and the other way round.
test('with several destinations a press is for the chosen ones', async () => {
  const dock = await openDock('live', { answers: live({ 'Main stage': 'live', Second: 'live' }) })
  expect(dock.wrapper.findAll('[data-destination]')).toHaveLength(2)
  expect(dock.text('[data-command="stop"]')).toContain('Stop 2')
  await dock.wrapper.find('[data-destination="Main stage"] input').setValue(false)
  await fire(dock, 'stop')
  expect(dock.runs.map(({ record }) => record)).toEqual([keyOf('Second', 1)])
})

// Catches several questions at once, of which a person at the desk could answer one.
test('an access that asks is about one destination, of which it chooses', async () => {
  const answers = live({ 'Main stage': 'live', Second: 'live' })
  const dock = await openDock('live', { answers, grant: operateGrant({ mode: 'arm' }) })
  expect(dock.text('[data-command="stop"]')).toBe('Ask Showdesk: Stop')
  await dock.wrapper.find('[data-destination="Second"] input[type="radio"]').setValue(true)
  await dock.wrapper.find('[data-command="stop"]').trigger('click')
  await flushPromises()
  expect(dock.runs.map(({ record }) => record)).toEqual([keyOf('Second', 1)])
})

// Catches a mark that has no name, or that needs the platform.
test('a mark is named by its moment and kept', async () => {
  const dock = await openDock('live', { answers: live() })
  await dock.wrapper.find('[data-command="mark"]').trigger('click')
  await flushPromises()
  expect(dock.runs).toMatchObject([{ command: 'mark' }])
  expect(dock.runs[0]?.['title']).toMatch(/^Mark 01:23:4\d$/)
  await dock.end(0, { outcome: 'kept', draft: {} as never })
  expect(dock.text('[data-outcome]')).toBe('Mark: saved')
})

// Catches a poll dock that shows a wrong leader, or reveals what is revealed.
test('the poll dock shows the tally and reveals once', async () => {
  const dock = await openDock('poll')
  expect(dock.text('[data-question]')).toBe('Who should come next?')
  expect(dock.text('[data-lead]')).toBe('Leading: A diver, 66')
  expect(dock.text('[data-total]')).toBe('107 votes')
  await fire(dock, 'reveal')
  expect(dock.runs).toMatchObject([{ command: 'reveal', record: 'emb_2', shown: { poll: 'emb_2' } }])
  const { data } = liveAnswers()['POST /api/vote/embed/get'] as { data: JsonObject }
  const hidden = await openDock('poll', {
    answers: { ...liveAnswers(), 'POST /api/vote/embed/get': { data: { ...data, ...stepOf('hidden').fields } } },
  })
  expect(hidden.text('[data-command="hide"]')).toContain('Already hidden')
})

// Catches a winner, or a hidden poll, for an access that has another command.
test('the poll dock has the commands of its access', async () => {
  const shown = async (commands: CommandName[]) => {
    const dock = await openDock('poll', { grant: operateGrant({ commands }) })
    return dock.wrapper.findAll('[data-command]').map((one) => one.attributes('data-command'))
  }
  expect(await shown(['reveal', 'hide'])).toEqual(['reveal', 'hide'])
  expect(await shown(['winner', 'close'])).toEqual(['winner', 'close'])
})

const twoAds = {
  'GET /api/ads/placement/all': {
    data: {
      items: ['1', '2'].map((n) => ({ id: `plc_${n}`, name: `Spot ${n}`, durationSeconds: 30, status: 'active' })),
    },
  },
}

// Catches an ad that runs although another one was chosen.
test('the ads dock runs the ad that is chosen', async () => {
  const dock = await openDock('ads', { answers: { ...liveAnswers(), ...twoAds } })
  await dock.wrapper.find('[data-which-ad]').setValue('plc_2')
  await fire(dock, 'runAd')
  expect(dock.runs).toMatchObject([{ command: 'runAd', record: 'plc_2', shown: { stream: 'str_1', ad: 'plc_2' } }])
})

// Catches a dock that moves money, that names a payer on a screen that may be streamed, or that sums up what it does not know.
test('the money dock only shows, names nobody, and sums only what is certain', async () => {
  const answers = liveAnswers()
  // Both at one moment: a newer one would stand first.
  const createdAt = now()
  const charges = (total: number) => ({
    data: {
      items: [
        { id: 'chg_1', description: 'Ticket', amount: 1_200, currency: 'EUR', status: 'succeeded', createdAt },
        {
          id: 'chg_2',
          customerName: 'Ada Example',
          amount: 300,
          currency: 'EUR',
          status: 'succeeded',
          createdAt,
        },
      ],
      total,
    },
  })
  answers['POST /api/payment/charge/all'] = charges(2)
  const dock = await openDock('money', { answers })
  expect(dock.text('[data-today]')).toBe('15.00 EUR')
  expect(dock.wrapper.findAll('[data-panel="money"] li').map((one) => one.text())).toEqual([
    expect.stringContaining('Ticket'),
    expect.stringContaining('Charge'),
  ])
  expect(dock.wrapper.text()).not.toContain('Ada Example')
  expect(dock.wrapper.findAll('button, [data-command]')).toEqual([])
  expect(dock.text('[data-refunds]')).toBe('Refunds are made in Showdesk.')

  const more = await openDock('money', { answers: { ...answers, 'POST /api/payment/charge/all': charges(41) } })
  expect(more.text('[data-today]')).toBe('\u2013')
})

// Catches a log that is empty because it was never asked for, or that tells routes instead of deeds.
test('the log dock tells what was sent, with its state', async () => {
  const dock = await openDock('log')
  const lines = dock.wrapper.findAll('[data-intent]')
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.map((line) => line.text()).join(' ')).not.toContain('PUT /api')
  expect(dock.wrapper.findAll('button')).toEqual([])
})

// Catches values that look alive after the connection is gone, and a button that can still be pressed.
test('a lost connection is said, values are dimmed and commands wait', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')))
  const dock = await openDock('live', { answers: live() })
  dock.bridge.setLink('lost')
  await flushPromises()
  expect(dock.text('[data-lost]')).toContain('Connection to Showdesk lost')
  expect(dock.wrapper.findAll('[data-stale="true"]').length).toBeGreaterThan(0)
  expect(dock.wrapper.find('[data-air]').attributes('data-fresh')).toBe('false')
  expect(dock.text('[data-command="stop"]')).toContain('Not connected to Showdesk')
  await dock.wrapper.find('[data-command="stop"] [data-arm]').trigger('click')
  expect(dock.wrapper.find('[data-fire]').exists()).toBe(false)
  vi.unstubAllGlobals()
})

// Catches a dock that goes on showing values of another environment, or that stays empty once its own is back.
test('another environment gives way to an explanation, and the values come back', async () => {
  const dock = await openDock('live', { answers: live() })
  const { environments } = (await dock.bridge.transport.request('environments.list', {})) as {
    environments: Array<{ id: string; selected: boolean }>
  }
  const choose = (id: string) =>
    dock.bridge.push('environments.changed', {
      environments: environments.map((one) => ({ ...one, selected: one.id === id })) as never,
    })
  choose('production')
  await flushPromises()
  expect(dock.text('[data-refused="environment"]')).toContain('Showdesk is set to Production')
  expect(dock.wrapper.find('[data-clock]').exists()).toBe(false)
  choose('rehearsal')
  await expect.poll(() => dock.wrapper.find('[data-clock]').exists()).toBe(true)
  await expect.poll(() => dock.wrapper.find('[data-viewers]').text()).toBe('1,204')
})

// Catches a dock without words for an address that was copied in part.
test('an address without a panel says what to do', async () => {
  const dock = await openDock(undefined)
  expect(dock.text('[data-refused="address"]')).toContain('Copy the whole address')
})

// Catches a dock that speaks English beside a Spanish desk.
test('a dock speaks the language of the desk', async () => {
  const dock = await openDock('live', { answers: live(), language: 'es' })
  await expect.poll(() => dock.wrapper.find('h1').text()).toBe('Directo')
  expect(dock.text('[data-command="stop"]')).toContain('Detener')
})

// Catches a poll that is revealed because it was chosen at the desk while another one was armed here.
test('a reveal is disarmed where another poll is chosen, and names the poll that was shown', async () => {
  const dock = await openDock('poll')
  const reveal = dock.wrapper.find('[data-command="reveal"]')
  await reveal.find('[data-arm]').trigger('click')
  dock.bridge.push('broadcast.changed', { environment: 'rehearsal', poll: { id: 'emb_3', name: 'Next guest' } })
  await expect.poll(() => reveal.find('[data-fire]').exists()).toBe(false)
  await expect.poll(() => reveal.text()).toContain('Disarmed')
  expect(dock.runs).toEqual([])
  await fire(dock, 'reveal')
  expect(dock.runs).toMatchObject([{ command: 'reveal', record: 'emb_3', shown: { poll: 'emb_3' } }])
})

// Catches a stop that goes to another broadcast whose destination has the same name.
test('a command for a destination is disarmed where another stream is chosen', async () => {
  const dock = await openDock('live', { answers: live() })
  const stop = dock.wrapper.find('[data-command="stop"]')
  await stop.find('[data-arm]').trigger('click')
  dock.bridge.push('broadcast.changed', { environment: 'rehearsal', stream: { id: 'str_2', name: 'Night show main' } })
  await expect.poll(() => stop.find('[data-fire]').exists()).toBe(false)
  await expect.poll(() => stop.html()).toContain('data-changed')
  expect(dock.runs).toEqual([])
})

// Catches an ad that runs although another one took its place in the list.
test('an ad is disarmed where the list names another one', async () => {
  const dock = await openDock('ads', { answers: { ...liveAnswers(), ...twoAds } })
  const run = dock.wrapper.find('[data-command="runAd"]')
  await run.find('[data-arm]').trigger('click')
  const { data } = twoAds['GET /api/ads/placement/all']
  await tell(dock, { operation: 'GET /api/ads/placement/all' }, { data: { items: data.items.slice(1) } })
  await expect.poll(() => run.find('[data-fire]').exists()).toBe(false)
  expect(dock.runs).toEqual([])
})

// Catches a live dock that keeps to itself what an end left on air, that forgets it once the end is done, or that tells it of another environment.
test('the live dock tells how far an end is, and what ends left on air', async () => {
  const stream = { id: 'str_1', name: 'Night show main' }
  const left = {
    ...{ firing: 'fire_1', environment: 'rehearsal' as const, stream, at: new Date().toISOString() },
    destinations: [{ record: 'out-2', name: 'Second' }],
  }
  const ending = (change: Partial<Firing>) => sampleFiring('end', ['seen', 'taking'], { stream, ...change })
  const dock = await openDock('live', {
    prepare(bridge) {
      bridge.answer('firing.current', () => ({ firing: ending({}) }))
      bridge.answer('firing.left', () => ({ left: [left] }))
    },
  })
  expect(dock.text('[data-firing]')).toBe(`End: 1 of ${ending({}).steps.length} steps done`)
  expect(dock.text('[data-left-on-air]')).toBe('Not ended, and may be on air: Second')
  expect(dock.wrapper.find('[data-actions]').element.contains(dock.wrapper.find('[data-firing]').element)).toBe(false)
  const told = async (change: Partial<Firing>) => {
    dock.bridge.push('firing.changed', { firing: ending(change) })
    await flushPromises()
    return ['[data-firing]', '[data-left-on-air]'].map((one) => dock.wrapper.find(one).exists())
  }
  expect(await told({ state: 'stopped', because: 'step_failed' })).toEqual([true, true])
  expect(dock.text('[data-firing]')).toContain('See the live view of Showdesk.')
  expect(await told({ stream: { id: 'str_9', name: 'Other' } })).toEqual([false, true])
  expect(await told({ state: 'done' })).toEqual([false, true])
  const others = [
    { ...left, stream: { id: 'str_9', name: 'Other' } },
    { ...left, environment: 'production' as const },
  ]
  dock.bridge.push('firing.left', { left: others })
  await expect.poll(() => dock.text('[data-left-on-air]')).toBe('Not ended, and may be on air: Second (Other)')
  dock.bridge.push('firing.left', { left: [] })
  await expect.poll(() => dock.wrapper.find('[data-left-on-air]').exists()).toBe(false)
})

// Catches a reveal or an ad that is fired from a dock into nothing without a word.
test.each(['poll', 'ads'] as const)('the %s dock says that nobody sees it off the air', async (panel) => {
  const told = async (status: string) => {
    const answers = { ...liveAnswers(), 'POST /api/video/stream/getStatus': { data: { id: 'str_1', status } } }
    const dock = await openDock(panel, { answers })
    return dock.wrapper.findAll('[data-off-air]').map((one) => one.text())
  }
  expect(await told('idle')).toEqual(['Off air: nobody sees it now.'])
  expect(await told('live')).toEqual([])
  expect(await told('gefroren')).toEqual([])
})
