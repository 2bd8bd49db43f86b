import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { DraftContent } from '#contract/draft.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'
import type { Intent } from '#contract/models.ts'
import { pressNow } from '../../../renderer/kit/base/pressed.ts'
import { usePrivacy } from '../../../renderer/kit/composables/usePrivacy.ts'
import { useDrafts } from '../../../renderer/writing/stores/drafts.ts'
import { useEnvironments } from '../../../renderer/kit/stores/environments.ts'
import { useLedger } from '../../../renderer/kit/stores/ledger.ts'
import { intent, profile } from './fixtures.ts'
import { eventDraft, openDesk, type Desk } from './desk.ts'

let desk: Desk | undefined
afterEach(() => {
  desk?.wrapper.unmount()
  desk = undefined
})

const press = async (selector: string): Promise<void> => {
  document.querySelector<HTMLElement>(selector)?.click()
  await flushPromises()
}
const profiles = [
  profile('p1', 'Main stage', { providerName: 'one' }),
  profile('p2', 'Second', { providerName: 'two' }),
  profile('p3', 'Third', { providerName: 'three' }),
]
const toThree = eventDraft('Night show', ['p1', 'p2', 'p3'])

describe('publishing to several destinations', () => {
  // One press that became two requests to a destination would be seen by the audience.
  it('sends one request to each, and none while a row is on its way', async () => {
    desk = await openDesk([toThree], profiles)
    await press('[data-publish]')
    expect(desk.submitted).toHaveLength(0)
    await desk.fire()
    expect(
      desk.submitted.map(({ body }) => (body as { options: { providerName: string } }).options.providerName),
    ).toEqual(['one', 'two', 'three'])
    expect(desk.row('p1').state).toBe('sending')
    expect(document.querySelector<HTMLButtonElement>('[data-publish]')?.disabled).toBe(true)
    await press('[data-publish]')
    await desk.fire()
    expect(desk.submitted).toHaveLength(3)
  })

  // A retry that also repeats what had worked, or what may have worked, is what the rows exist to prevent.
  it('retries the rows that failed alone, and reconciles an unknown one', async () => {
    desk = await openDesk([toThree], profiles)
    await press('[data-publish]')
    await desk.fire()
    await desk.settle(0, { state: 'confirmed', status: 200, requestId: 'req-1' })
    await desk.settle(1, { state: 'unknown', error: { code: 'unknown_outcome', message: 'cut', retryable: false } })
    await desk.settle(2, {
      state: 'rejected',
      status: 401,
      error: { code: 'authentication_required', message: 'no', status: 401, retryable: false },
    })
    expect([desk.row('p1'), desk.row('p2'), desk.row('p3')].map(({ state, actions }) => [state, actions])).toEqual([
      ['confirmed', []],
      ['unknown', ['reconcile', 'applied', 'notApplied']],
      ['rejected', ['credential', 'retry']],
    ])
    expect(desk.row('p1').text).toContain('req-1')
    expect(desk.row('p3').text).toContain("The platform doesn't accept this credential.")

    await press('[data-row="p3"] [data-action="retry"]')
    await desk.fire()
    expect(
      desk.bridge.requests.filter(({ method }) => method === 'ledger.retry').map(({ params }) => params),
    ).toMatchObject([{ id: 'sent-3', environment: 'rehearsal', saw: 'sent-3' }])
    expect(desk.row('p3').state).toBe('confirmed')

    await press('[data-row="p2"] [data-action="reconcile"]')
    expect(desk.row('p2').state).toBe('confirmed')
    expect(desk.submitted).toHaveLength(3)
  })

  // After a reload, a crash or a change of view the rows must still say what became of each request.
  it('keeps which intent each row shows as soon as the ledger knows it', async () => {
    desk = await openDesk([toThree], profiles)
    await press('[data-publish]')
    await desk.fire()
    expect(desk.bridge.drafts.drafts.get('event-Night show')?.links).toEqual({
      p1: 'sent-1',
      p2: 'sent-2',
      p3: 'sent-3',
    })
  })
})

describe('the inspector in a show', () => {
  // The body of the request, with its links and keys of the event, or the platform's answer stood open beside the form all show long.
  it("covers the request's body and the answer until they are asked for", async () => {
    const { masked } = usePrivacy()
    masked.value = true
    onTestFinished(() => {
      masked.value = false
    })
    desk = await openDesk([eventDraft('Night show')])
    await expect.poll(() => document.querySelector('[data-preview-url]')).not.toBeNull()
    expect(document.querySelector('[data-preview-body]')).toBeNull()
    await press('[data-covered]')
    expect(document.querySelector('[data-preview-body]')).not.toBeNull()
    await press('[data-publish]')
    await desk.fire()
    await desk.settle(0, { state: 'confirmed', status: 200, answer: { ingestUrl: 'rtmp://in.example.org/key-1234' } })
    const answerTab = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find(
      ({ textContent }) => textContent.trim() === 'Answer',
    )
    answerTab?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    await expect
      .poll(() => document.querySelector('[role="tabpanel"][data-state="active"]')?.textContent ?? '')
      .toContain('PUT /api/video/event/update')
    expect(document.body.innerHTML).not.toContain('key-1234')
    await press('[role="tabpanel"][data-state="active"] [data-covered]')
    expect(document.body.textContent).toContain('key-1234')
  })
})

describe('a link that drops while a request is on its way', () => {
  // Written and sent, but its answer never reached the screen: a retry offered now would send it twice.
  it('is looked up in the ledger before anything is offered', async () => {
    desk = await openDesk([eventDraft('Night show')])
    const written: Intent[] = []
    desk.bridge.answer('ledger.submit', (params) => {
      const { operation, body } = params as { operation: string; body: Json }
      written.push({
        ...intent({ id: 'written', state: 'confirmed', body }),
        operation,
        createdAt: new Date().toISOString(),
      })
      throw new DeskError('unreachable', 'The link dropped.')
    })
    desk.bridge.answer('ledger.list', () => ({ items: written }))
    await press('[data-publish]')
    await desk.fire()
    expect(desk.row('own')).toMatchObject({ state: 'sending', actions: [] })
    await expect.poll(() => desk?.row('own').state).toBe('confirmed')
    expect(written).toHaveLength(1)
  })

  // Nothing was written: a row that stayed on its way for ever could never be sent.
  it('may be retried where the ledger has nothing of it', async () => {
    desk = await openDesk([eventDraft('Night show')])
    desk.bridge.answer('ledger.submit', () => {
      throw new DeskError('unreachable', 'The link dropped.')
    })
    desk.bridge.answer('ledger.list', () => ({ items: [] }))
    await press('[data-publish]')
    await desk.fire()
    await expect.poll(() => desk?.row('own')).toMatchObject({ state: 'rejected', actions: ['retry'] })
  })
})

/** An event that was published on a desk in memory: the first of what was submitted. */
async function openPublished(draft = eventDraft('Night show')): Promise<Desk> {
  const opened = await openDesk([draft])
  await press('[data-publish]')
  await opened.fire()
  await opened.settle(0, { state: 'confirmed', status: 200 })
  return opened
}

// Catches an untouched event that goes on air, and a stop of what was never sent anywhere.
it('an event that is not published can be published, and neither started, paused nor stopped', async () => {
  desk = await openDesk([eventDraft('Night show')])
  for (const action of ['start', 'pause', 'resume', 'stop']) {
    await press(`[data-transport="${action}"]`)
    expect(document.querySelector('[role="dialog"]'), action).toBeNull()
  }
  expect(document.querySelector('[data-transport="start"]')?.getAttribute('title')).toContain("isn't published yet")
  expect(desk.submitted).toEqual([])
})

// Catches a start that puts an empty event on air without the word that a publish of it says.
it('a start names what the event lacks, as a publish does', async () => {
  desk = await openPublished()
  await press('[data-transport="start"]')
  expect(document.querySelector('[data-confirm-missing]')?.textContent).toMatch(/server/i)
})

describe('a transport button', () => {
  // A light that turns on before the platform has said so is green while nothing arrives.
  it('ends on what was confirmed, and carries flags and timestamps together', async () => {
    desk = await openPublished()
    await press('[data-transport="start"]')
    await desk.fire()
    expect(desk.submitted[1]?.body).toMatchObject({
      details: { started: true, paused: false, stopped: false, stoppedOn: null },
    })
    expect(desk.bridge.requests.findLast(({ method }) => method === 'ledger.submit')?.params).toMatchObject({
      environment: 'rehearsal',
      deed: { code: 'broadcast_started', facts: { name: 'Night show' } },
    })
    expect(document.querySelector('[data-air]')?.getAttribute('data-air')).toBe('unseen')
    await desk.settle(1, { state: 'confirmed', status: 200 })
    expect(document.querySelector('[data-air]')?.getAttribute('data-air')).toBe('live')
    expect(document.querySelector('[data-transport="start"]')?.getAttribute('aria-disabled')).toBe('true')
    expect(document.querySelector('[data-outcome]')?.textContent).toContain('confirmed on 1')
    await expect.poll(() => desk?.saved.at(-1)?.body).toMatchObject({ details: { started: true } })
  })

  // A rejected start that left its flags in the form would start the show with the next harmless publish.
  it('leaves the form alone where it was rejected', async () => {
    desk = await openPublished()
    await press('[data-transport="start"]')
    await desk.fire()
    await desk.settle(1, { state: 'rejected', error: { code: 'unreachable', message: 'off', retryable: true } })
    expect(document.querySelector('[data-outcome]')?.textContent).toContain('not confirmed on 1')
    expect(JSON.stringify(desk.saved)).not.toContain('"started":true')
  })
})

describe('a switch of the environment', () => {
  // Catches the save that is awaited between the look at the environment and the sending: a keychain takes seconds.
  it('while the event is being saved sends nothing', async () => {
    desk = await openPublished()
    let saved: (() => void) | undefined
    const title = document.querySelector<HTMLInputElement>('[data-field="details.title"] input')
    if (title === null) throw new Error('There is no title field.')
    await press('[data-transport="start"]')
    document.querySelector<HTMLElement>('[role="dialog"] [data-arm]')?.click()
    await flushPromises()
    title.value = 'Night show, late'
    title.dispatchEvent(new Event('input', { bubbles: true }))
    desk.bridge.answer('drafts.save', () => new Promise((done) => (saved = () => done(undefined))))
    document.querySelector<HTMLElement>('[role="dialog"] [data-fire]')?.click()
    await flushPromises()
    expect(saved).toBeDefined()
    desk.bridge.push('environments.changed', {
      environments: useEnvironments().list.map((one) => ({ ...one, selected: one.id === 'development' })),
    })
    saved?.()
    await flushPromises()
    expect(desk.submitted).toHaveLength(1)
  })

  // Catches a body that is sent where the desk is by then, by a caller that compares nothing.
  it('is refused by the page for every command', async () => {
    desk = await openDesk([eventDraft('Night show')])
    const armed = pressNow('development')
    await expect(
      useLedger().submit({ operation: 'PUT /api/video/event/update', body: {} }, armed),
    ).rejects.toMatchObject({
      details: { facts: { reason: 'environment_changed', told: 'development', now: 'rehearsal' } },
    })
    await expect(useLedger().retry('sent-1', armed)).rejects.toMatchObject({ code: 'conflict' })
    await expect(useDrafts().submit('event-Night show', 1, armed)).rejects.toMatchObject({ code: 'conflict' })
    expect(desk.bridge.requests.filter(({ method }) => /submit|retry/.test(method))).toEqual([])
  })
})

// Catches a command that goes without fields, without saying which.
it('a transport button says what it leaves out before it is armed', async () => {
  const draft = eventDraft('Night show')
  const body = draft.body as { options: Record<string, Json>; details: Record<string, Json> }
  body.options.rtmpUrl = `rtmp://live.example/app/${mask}`
  desk = await openPublished(draft)
  await press('[data-transport="stop"]')
  expect(document.querySelector('[data-withheld]')?.textContent).toContain('may keep or clear its stored values')
  await desk.fire()
  expect(JSON.stringify(desk.submitted[1]?.body)).not.toContain(mask)
  expect(desk.submitted[1]?.body).not.toHaveProperty('options.rtmpUrl')
  expect(desk.submitted[1]?.body).toMatchObject({ options: { apiKey: null }, details: { stopped: true } })
})

describe('the form', () => {
  // Work that is only on screen is lost with the window.
  it('saves by itself, and says when it has', async () => {
    desk = await openDesk([eventDraft('Night show')])
    const title = document.querySelector<HTMLInputElement>('[data-field="details.title"] input')
    if (title === null) throw new Error('There is no title field.')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    title.value = 'Late show'
    title.dispatchEvent(new Event('input', { bubbles: true }))
    await flushPromises()
    expect(document.querySelector('[data-save]')?.getAttribute('data-save')).toBe('pending')
    await vi.advanceTimersByTimeAsync(5_000)
    await expect.poll(() => document.querySelector('[data-save]')?.getAttribute('data-save')).toBe('saved')
    expect(desk.saved).toHaveLength(1)
    expect(desk.saved[0]).toMatchObject({ title: 'Late show', body: { details: { title: 'Late show' } } })
  })

  // A secret on screen after it was saved can be read over a shoulder, or off the stream itself.
  it('hands a secret over once and never shows it again', async () => {
    desk = await openDesk([eventDraft('Night show')])
    const secret = document.querySelector<HTMLInputElement>('[data-field="options.streamKey"] input')
    if (secret === null) throw new Error('There is no field for the stream key.')
    expect(secret.type).toBe('password')
    secret.value = 'live-key-4711'
    secret.dispatchEvent(new Event('input', { bubbles: true }))
    await flushPromises()
    expect(desk.saved).toHaveLength(0)
    secret.dispatchEvent(new Event('blur'))
    await expect
      .poll(() => document.querySelector('[data-field="options.streamKey"] [data-secret="stored"]'))
      .not.toBeNull()
    expect(document.body.innerHTML).not.toContain('live-key-4711')
    await press('[data-publish]')
    await desk.fire()
    expect(desk.submitted[0]?.body).toMatchObject({ options: { streamKey: { $secret: 'draft/streamKey/1' } } })
  })
})

// Catches a profile that is saved otherwise than it was typed, without a word about it.
describe('a provider profile that was saved', () => {
  it('says what was left out, by label, and that a key lost its spaces', async () => {
    desk = await openDesk([toThree], profiles)
    desk.bridge.answer('profiles.save', (input) => ({
      ...profile('p9', (input as { name: string }).name, {}),
      leftOut: ['name', 'options.providerName'],
    }))
    await press('[data-profiles]')
    await expect.poll(() => document.querySelector('[data-new-profile]')).not.toBeNull()
    await press('[data-new-profile]')
    const write = async (selector: string, value: string): Promise<void> => {
      const input = document.querySelector<HTMLInputElement>(selector)
      if (input === null) throw new Error(`No ${selector}`)
      input.value = value
      input.dispatchEvent(new Event('input'))
      await flushPromises()
    }
    await write('input[data-profile-name], [data-profile-name] input', 'Stage')
    await write('[role="dialog"] [data-field="options.apiKey"] input', ' key-with-spaces ')
    document.querySelector('[role="dialog"] [data-field="options.apiKey"] input')?.dispatchEvent(new Event('blur'))
    await flushPromises()
    expect(document.querySelector('[role="dialog"] [data-field="options.apiKey"] [data-trimmed]')?.textContent).toBe(
      'Spaces around the key were removed.',
    )
    await press('[data-save-profile]')
    await expect
      .poll(() => document.querySelector('[data-left-out]')?.textContent.trim())
      .toBe('Stored secrets were removed from: name, Provider')
  })
})

describe('the event and the live desk', () => {
  const toStream = (): DraftContent => {
    const draft = eventDraft('Night show')
    return { ...draft, body: { ...(draft.body as JsonObject), details: { title: 'Night show', streamId: 'str_1' } } }
  }
  const chosenInLive = (open: Desk) =>
    open.bridge.requests.filter(({ method }) => method === 'broadcast.choose').map(({ params }) => params)

  // Catches an event without server or key that is published with no word about it.
  it('names what is missing before it is published, in the form and in the question', async () => {
    desk = await openDesk([toStream()])
    const parts = [...document.querySelectorAll<HTMLElement>('[data-missing-part]')]
    expect(parts.map(({ dataset }) => dataset['missingPart'])).toEqual(['destination', 'server', 'key'])
    await press('[data-publish]')
    expect(document.querySelector('[data-confirm-missing]')?.textContent).toContain('Destination, Server, Key')
  })

  // Catches a published event that Live does not show because nobody chose its stream there.
  it('chooses its stream for Live once it is published, where none is chosen', async () => {
    desk = await openDesk([toStream()])
    expect(document.querySelector('[data-in-live]')?.textContent).toContain('No stream is chosen in Live')
    await press('[data-publish]')
    await desk.fire()
    expect(chosenInLive(desk)).toEqual([])
    await desk.settle(0, { state: 'confirmed' })
    expect(chosenInLive(desk)).toEqual([{ environment: 'rehearsal', stream: { id: 'str_1', name: 'str_1' } }])
  })

  // Catches a live desk that is moved to another stream by a publish, while nothing says which one it shows.
  it('leaves the stream that a person chose for Live, and offers to change it', async () => {
    desk = await openDesk([toStream()], [], (bridge) =>
      bridge.answer('broadcast.get', () => ({
        environment: 'rehearsal',
        stream: { id: 'str_9', name: 'Morning show' },
      })),
    )
    expect(document.querySelector('[data-in-live]')?.textContent).toContain('Live shows Morning show')
    await press('[data-publish]')
    await desk.fire()
    await desk.settle(0, { state: 'confirmed' })
    expect(chosenInLive(desk)).toEqual([])
    await press('[data-show-in-live]')
    expect(chosenInLive(desk)).toHaveLength(1)
  })

  // Catches the form that begins with an API's fields under the names of its body, with the request beside it.
  it('begins with what a person thinks of, and keeps the rest folded', async () => {
    desk = await openDesk([toStream()])
    const all = document.querySelector<HTMLDetailsElement>('[data-all-fields]')
    expect(all?.open).toBe(false)
    const front = [...document.querySelectorAll<HTMLElement>('[data-field]')].filter((field) => !all?.contains(field))
    expect(front.map(({ dataset }) => dataset['field'])).toEqual([
      'details.title',
      'details.scheduleDate',
      'details.scheduleTime',
      'details.streamHours',
      'details.category',
      'details.description',
      'details.coverPhotoUrl',
      'details.streamId',
      'options.providerName',
      'options.server',
      'options.rtmpUrl',
      'options.streamKey',
    ])
    expect(front.flatMap((field) => [...field.querySelectorAll('code')])).toEqual([])
    const paths = [...document.querySelectorAll<HTMLElement>('[data-field]')].map(({ dataset }) => dataset['field'])
    expect(new Set(paths).size).toBe(paths.length)
    expect(document.querySelector('.inspector [aria-expanded]')?.getAttribute('aria-expanded')).toBe('false')
  })
})
