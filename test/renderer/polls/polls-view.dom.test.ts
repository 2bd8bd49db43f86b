import { flushPromises } from '@vue/test-utils'
import { describe, expect, test, vi } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { watchKey } from '#contract/watch-key.ts'
import type { LiveValue } from '#contract/live.ts'
import type { Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { usePrivacy } from '../../../renderer/kit/composables/usePrivacy.ts'
import PollsView from '../../../renderer/views/polls/PollsView.vue'
import { click, find, madeIntent, openDesk, refuse, text, type, type Desk } from '../records/resources/desk.ts'
import { stopClock } from '../support/clock.ts'

stopClock()
const embed: JsonObject = {
  id: 'emb_2',
  question: 'Who should come next?',
  status: 'open',
  options: [
    { id: 'cook', text: 'A cook' },
    { id: 'diver', text: 'A diver' },
  ],
  tally: { cook: 41, diver: 66 },
  totalVotes: 107,
}

interface Stage extends Desk {
  /** What the platform says of the poll from now on. */
  says: (next: Json | (() => Json)) => void
  /** As the backend tells a watched value. */
  tell: (change: Partial<LiveValue>) => Promise<void>
}

type Answers = Record<string, (request: OperationRequest) => Json>

async function open(
  first: Json = { data: embed },
  { answers = {}, at = '/polls?poll=emb_2' }: { answers?: Answers; at?: string } = {},
): Promise<Stage> {
  let current: () => Json = () => first
  const platform = (request: OperationRequest): Json => {
    const { operation } = request
    if (answers[operation] !== undefined) return answers[operation](request)
    if (operation === 'POST /api/vote/embed/get') return current()
    if (operation === 'POST /api/vote/embed/all')
      return { data: { items: [embed, { id: 'emb_1', question: 'Opening song', status: 'closed' }], total: 2 } }
    return { data: { items: [] } }
  }
  const desk = await openDesk(PollsView, {}, platform, {
    at,
    prepare(bridge) {
      bridge.answer('live.refresh', (params) => {
        const { key } = params as { key: string }
        const base = { key, environment: 'rehearsal', pace: 'tally', reading: false }
        try {
          return {
            ...base,
            answer: {
              status: 200,
              data: platform({ operation: key.slice(0, key.indexOf(' [')) }),
              receivedAt: new Date().toISOString(),
              durationMs: 3,
            },
          }
        } catch (error) {
          return { ...base, error: (error as DeskError).toShape() }
        }
      })
    },
  })
  await pause()
  const key = watchKey({ operation: 'POST /api/vote/embed/get', body: { embedId: 'emb_2' } })
  return {
    ...desk,
    says: (next) => (current = typeof next === 'function' ? next : () => next),
    async tell(change) {
      desk.bridge.push('live.value', { key, environment: 'rehearsal', pace: 'tally', reading: false, ...change })
      await pause()
    },
  }
}

/** Until what came with an event is drawn: values go in once a frame. */
async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => requestAnimationFrame(resolve))
  await flushPromises()
}
const settled = (so: () => boolean): Promise<void> => expect.poll(() => so(), { interval: 10 }).toBe(true)

const answer = (data: Json, at = new Date()) => ({ status: 200, data, receivedAt: at.toISOString(), durationMs: 3 })
const confirmed = (request: OperationRequest, change: Partial<Intent> = {}): Intent =>
  madeIntent(request, {
    product: 'Embeds',
    risk: 'onair',
    createdAt: new Date().toISOString(),
    settledAt: new Date().toISOString(),
    ...change,
  })
const steps = (desk: Desk) => desk.submits.filter(({ operation }) => operation === 'PUT /api/vote/embed/update')

const arm = (): Promise<void> => click('[data-step-bar] [data-arm]')
const fire = (): Promise<void> => click('[data-step-bar] [data-fire]')
const stepNow = (): string | undefined => find('[data-step][aria-current="step"]')?.dataset['step']
const outcome = (): string | undefined => find('[data-step-outcome]')?.dataset['stepOutcome']

describe('the tally', () => {
  // Numbers of the desk's own, or a page that shows what a button meant.
  test("is the platform's, with its state and age", async () => {
    await open()
    expect(text('[data-total]')).toBe('107')
    expect(text('[data-bar="diver"]')).toMatch(/A diver.*62%.*66/)
    expect(text('[data-standing]')).toBe('Leading: A diver, 66.')
    expect(stepNow()).toBe('live')
    expect(find('[data-tally-age]')).not.toBeNull()
  })

  // Votes that are added up where the platform gives no total.
  test('has no total where the platform gives none', async () => {
    await open({ data: { ...embed, totalVotes: null } })
    expect(find('[data-total]')).toBeNull()
    expect(text('[data-no-total]')).toContain('gives no total')
    expect(text('[data-bar="cook"]')).toMatch(/A cook – 41|A cook.*41/)
  })

  // A tally that the embed does not carry, though the list of votes does.
  test('is looked for beside the votes where the embed has none', async () => {
    await open(
      { data: { ...embed, tally: null, totalVotes: null } },
      {
        answers: {
          'POST /api/vote/cast/getall': () => ({
            data: {
              items: [{ id: 'v1', optionId: 'cook' }],
              total: 1,
              tally: [
                { optionId: 'cook', count: '5' },
                { optionId: 'diver', count: '5' },
              ],
              totalVotes: '10',
            },
          }),
        },
      },
    )
    await settled(() => text('[data-total]') === '10')
    expect(find('[data-standing]')?.dataset['standing']).toBe('tie')
    expect(text('[data-standing]')).toContain('Tie: A cook, A diver, 5 each.')
  })

  // A rate without its two totals, or out of one.
  test('has a rate out of two totals, with both', async () => {
    const desk = await open()
    expect(find('[data-rate]')).toBeNull()
    await desk.tell({ answer: answer({ data: { ...embed, totalVotes: 137 } }, new Date(Date.now() + 30_000)) })
    expect(text('[data-rate]')).toMatch(
      /^(59|60) votes per minuteCalculated from two totals: 107 \(\d+ s ago\) and 137 \(\d+ s ago\)\.$/,
    )
  })

  // 'Stale' alone sounds like a failure, while the desk only reads more slowly because the platform asked it to.
  test('says why it is stale while the desk reads more slowly', async () => {
    const desk = await open()
    await desk.tell({ answer: answer({ data: embed }, new Date(Date.now() - 330_000)) })
    await expect.poll(() => text('[data-tally-age]')).toMatch(/stale$/)
    desk.bridge.push('live.budget', {
      environment: 'rehearsal',
      perMinute: 90,
      reserve: 30,
      used: 12,
      usedByItself: 9,
      slowdown: 4,
      stretch: 1,
      watches: 1,
      quick: true,
    })
    await flushPromises()
    expect(text('[data-tally-age]')).toMatch(/5 min ago, stale: refreshing slowly because of the rate limit$/)
    await desk.tell({ answer: answer({ data: embed }) })
    await expect.poll(() => text('[data-tally-age]')).not.toContain('slowed')
  })

  // The poll's whole record on a shared screen, or one that is covered again each time it is read.
  test('its record as it came is covered in a show, and stays uncovered once it was asked for', async () => {
    const { masked } = usePrivacy()
    masked.value = true
    try {
      const desk = await open({ data: { ...embed, owner: 'anna@example.org' } })
      expect(document.body.innerHTML).not.toContain('anna')
      await click('[data-poll] details [data-covered]')
      expect(document.body.textContent).toContain('anna')
      await desk.tell({ answer: answer({ data: { ...embed, owner: 'anna@example.org', totalVotes: 108 } }) })
      await expect.poll(() => text('[data-total]')).toBe('108')
      expect(document.body.textContent).toContain('anna')
    } finally {
      masked.value = false
    }
  })

  // A rate limit or a failure that clears the screen, or turns it to 0.
  test('stays with its age while the platform asks to wait or fails', async () => {
    const desk = await open()
    desk.bridge.push('limits.changed', {
      gates: [
        {
          environment: 'rehearsal',
          product: 'Embeds',
          credential: 'apiKey',
          until: '',
          retryAfterMs: 14_000,
          source: 'retry-after',
        },
      ],
    })
    await desk.tell({
      answer: answer({ data: embed }, new Date(Date.now() - 300_000)),
      waiting: 'gate',
      error: { code: 'rate_limited', message: 'Wait.', retryable: true },
    })
    expect(text('[data-total]')).toBe('107')
    expect(text('[data-wait]')).toMatch(/^Embeds is rate limited for 0:1\d/)
    expect(text('[data-tally-age]')).toContain('stale')
    expect(stepNow()).toBe('live')
    expect(find('[data-step-bar] [data-arm]')?.getAttribute('aria-disabled')).toBe('true')
  })

  // A poll that was deleted meanwhile and looks as if it ran on.
  test('says that a poll is gone', async () => {
    const desk = await open()
    await desk.tell({
      answer: answer({ data: embed }),
      error: { code: 'not_found', message: 'No such embed.', retryable: false },
    })
    expect(find('[data-gone]')).not.toBeNull()
    expect(text('[data-total]')).toBe('107')
    expect(find('[data-step-bar] [data-arm]')?.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('hostile answers', () => {
  // An answer that breaks the view, or HTML that runs.
  test.each<[string, Json]>([
    ['nothing', null],
    ['a text', 'closed'],
    ['an empty list', []],
    ['a list of one', { data: [embed] }],
    [
      'null fields',
      {
        data: {
          id: 'emb_2',
          question: null,
          status: null,
          options: null,
          tally: null,
          totalVotes: null,
          createdAt: null,
        },
      },
    ],
    [
      'odd fields',
      {
        data: {
          id: 'emb_2',
          question: { a: 1 },
          status: ['open'],
          options: [null, [], 7, { id: {} }],
          tally: { cook: 'many', diver: -4 },
          totalVotes: 'lots',
        },
      },
    ],
    [
      'HTML',
      {
        data: {
          ...embed,
          question: '<img src=x onerror=alert(1)>',
          options: [{ id: 'cook', text: '<script>x</script>' }],
          status: '<b>odd</b>',
        },
      },
    ],
    [
      'thousands of options',
      { data: { ...embed, options: Array.from({ length: 5_000 }, (_, place) => `o${place}`), tally: {} } },
    ],
  ])('%s', async (_, data) => {
    await open(data)
    expect(find('[data-poll]')).not.toBeNull()
    expect(document.body.querySelector('[data-poll] img, [data-poll] script, [data-poll] dt b')).toBeNull()
  })

  // An unknown state that is hidden, or taken for one that is known.
  test('an unknown state is shown as it is', async () => {
    await open({ data: { ...embed, status: 'warming_up' } })
    expect(text('[data-status]')).toBe('Warming up')
    expect(text('[data-unknown-status]')).toContain('warming_up')
    expect(stepNow()).toBeUndefined()
  })
})

describe('a step', () => {
  // Two updates for one arming, or one that counts as done before it was read.
  test('is sent once for a double press, and confirmed by what was read after it', async () => {
    const desk = await open()
    let settle: ((intent: Intent) => void) | undefined
    let asked: OperationRequest | undefined
    desk.intents.next = (request) => {
      asked = request
      return new Promise((resolve) => (settle = resolve))
    }
    await arm()
    const button = find('[data-step-bar] [data-fire]')
    button?.click()
    button?.click()
    await flushPromises()
    await click('[data-step-bar] [data-arm]')
    expect(steps(desk)).toHaveLength(1)
    expect(steps(desk)[0]?.body).toEqual({
      embedId: 'emb_2',
      status: 'revealed',
      votingOpen: true,
      resultsVisible: true,
      winnerVisible: false,
    })
    expect(steps(desk)[0]?.press).toMatch(/^[\da-f-]{36}$/)
    expect(steps(desk)[0]).toMatchObject({ deed: { code: 'poll_revealed', facts: { id: 'emb_2' } } })
    expect(outcome()).toBe('sending')
    desk.says({ data: { ...embed, status: 'revealed' } })
    if (asked !== undefined) settle?.(confirmed(asked))
    await flushPromises()
    expect(outcome()).toBe('confirmed')
    expect(stepNow()).toBe('reveal')
    expect(steps(desk)).toHaveLength(1)
  })

  // A platform that takes the request and does something else, shown as done.
  test('is not confirmed where the platform says otherwise', async () => {
    const desk = await open()
    desk.intents.next = (request) => confirmed(request)
    await arm()
    await fire()
    expect(outcome()).toBe('contradicted')
    expect(text('[data-step-outcome]')).toContain('not confirmed. The platform accepted it, but its status is open.')
  })

  // A lost answer that is called failed, and sent again.
  test('stays unknown until the ledger has looked, and is then confirmed without being sent again', async () => {
    const desk = await open()
    let made: Intent | undefined
    desk.intents.next = (request) => (made = confirmed(request, { state: 'unknown' }))
    await arm()
    await fire()
    expect(outcome()).toBe('unknown')
    desk.says({ data: { ...embed, status: 'revealed' } })
    if (made !== undefined) desk.push({ ...made, state: 'confirmed', settledAt: new Date().toISOString() })
    await flushPromises()
    expect(outcome()).toBe('confirmed')
    expect(steps(desk)).toHaveLength(1)
  })

  // A dropped link that is told as "not sent".
  test('whose answer was lost with the link is looked up', async () => {
    const desk = await open()
    let made: Intent | undefined
    desk.intents.next = (request) => {
      made = confirmed(request)
      throw new DeskError('unreachable', 'The link dropped.', { operation: 'ledger.submit' })
    }
    await arm()
    await fire()
    expect(outcome()).toBe('lost')
    desk.says({ data: { ...embed, status: 'revealed' } })
    desk.bridge.answer('ledger.list', () => ({ items: made === undefined ? [] : [made] }))
    desk.bridge.setLink('lost')
    desk.bridge.setLink('open')
    await pause()
    await desk.tell({ answer: answer({ data: { ...embed, status: 'revealed' } }) })
    expect(outcome()).toBe('confirmed')
    expect(steps(desk)).toHaveLength(1)
  })

  // A refusal without its reason, or a step that is shown as reached.
  test('that the platform refuses leaves the state as it is and says why', async () => {
    const desk = await open()
    desk.intents.next = (request) =>
      confirmed(request, {
        state: 'rejected',
        error: { code: 'not_authorized', message: 'This account may not.', status: 403, retryable: false },
      })
    await arm()
    await fire()
    expect(outcome()).toBe('rejected')
    expect(text('[data-step-outcome]')).toContain("This account isn't allowed to do that.")
    expect(stepNow()).toBe('live')
  })

  // A winner that is named without numbers, or by the desk where the platform has a tie.
  test("to the winner names it from the platform's numbers before it is fired", async () => {
    await open({ data: { ...embed, status: 'revealed', tally: { cook: 50, diver: 50 }, totalVotes: 100 } })
    expect(text('[data-preview]')).toBe('Tie: A cook, A diver, 50 each.')
  })
})

describe('the export', () => {
  const vote = (place: number): JsonObject => ({
    id: `v${place}`,
    optionId: 'cook',
    voterId: place === 1 ? '=1+1' : `viewer-${place}`,
    createdAt: '2026-11-22 20:00:00',
  })
  const state = (): string | undefined => find('[data-export]')?.dataset['export']

  // A 429 in the middle that ends the export, or starts it over.
  test('waits for a rate limit in the middle and goes on', async () => {
    let limited = false
    const desk = await open(
      { data: embed },
      {
        answers: {
          'POST /api/vote/cast/getall': ({ body }) => {
            const { offset = 0, limit } = body as { offset?: number; limit?: number }
            if (limit !== 200) return { data: { items: [] } }
            if (offset === 200 && !limited) {
              limited = true
              return refuse('rate_limited', { retryAfterMs: 60_000 })
            }
            return {
              data: {
                items: Array.from({ length: Math.max(0, Math.min(200, 450 - offset)) }, (_, place) =>
                  vote(offset + place + 1),
                ),
                total: 450,
              },
            }
          },
        },
      },
    )
    // It waits until the test lets the time pass, however long the machine takes to draw it.
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await click('[data-tool="export"]')
    await settled(() => state() === 'waiting')
    expect(text('[data-read]')).toBe('200 of 450 votes')
    await vi.advanceTimersByTimeAsync(60_000)
    await settled(() => state() === 'done')
    expect(text('[data-read]')).toBe('450 of 450 votes')
    const offsets = desk.reads
      .filter(
        ({ operation, body }) => operation === 'POST /api/vote/cast/getall' && (body as JsonObject)['limit'] === 200,
      )
      .map(({ body }) => (body as JsonObject)['offset'])
    expect(offsets).toEqual([0, 200, 200, 400])
  })

  // An export that can't be stopped, or that throws away what it has.
  test('can be stopped while it waits, and goes on from there', async () => {
    let open429 = true
    await open(
      { data: embed },
      {
        answers: {
          'POST /api/vote/cast/getall': ({ body }) =>
            (body as JsonObject)['offset'] === 2 && open429
              ? refuse('rate_limited', { retryAfterMs: 60_000 })
              : { data: { items: (body as JsonObject)['offset'] === 2 ? [vote(3)] : [vote(1), vote(2)], total: 3 } },
        },
      },
    )
    await click('[data-tool="export"]')
    await settled(() => state() === 'waiting')
    const button = (label: string) =>
      [...document.body.querySelectorAll('button')].find((one) => one.textContent.includes(label))
    button('Stop loading')?.click()
    await settled(() => state() === 'cancelled')
    expect(text('[data-read]')).toBe('2 of 3 votes')
    open429 = false
    button('Continue')?.click()
    await settled(() => state() === 'done')
    expect(text('[data-read]')).toBe('3 of 3 votes')
  })
})

describe('a poll being written', () => {
  // A poll that is made twice by a double press, or once more while nobody knows whether it was made.
  test('is made once, as it was saved, and not again while that is unknown', async () => {
    const desk = await open({ data: embed }, { at: '/polls?section=drafts' })
    await click('[data-create]')
    await type('question', 'One more?')
    for (const [place, words] of ['Yes', 'No'].entries()) {
      const input = find<HTMLInputElement>(`[data-option="${place}"] input`)
      if (input === null) throw new Error('No option')
      input.value = words
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    await settled(() => find('[data-save="saved"]') !== null)
    desk.intents.next = (request) =>
      confirmed(request, {
        state: 'unknown',
        draft: (request as { draft?: { id: string; revision: number } }).draft ?? { id: '', revision: 1 },
      })
    await click('[data-create-poll]')
    const press = (label: string): void =>
      [...document.body.querySelectorAll<HTMLElement>('[role="dialog"] button')]
        .find((one) => one.textContent.includes(label))
        ?.click()
    press('Arm')
    await flushPromises()
    press('Create poll, hidden')
    press('Create poll, hidden')
    await settled(() => text('[data-build]').includes('It is not known whether the last one was created'))
    expect(desk.submits).toHaveLength(1)
    expect(desk.submits[0]).toMatchObject({
      operation: 'POST /api/vote/embed/create',
      body: {
        question: 'One more?',
        status: 'hidden',
        voteButtonQuantity: 2,
        voteButtonText1: 'Yes',
        voteButtonText2: 'No',
      },
    })
    await click('[data-create-poll]')
    press('Arm')
    expect(desk.submits).toHaveLength(1)
  })

  // A poll without an answer to choose, sent all the same.
  test('that is not complete is kept and not sent', async () => {
    const desk = await open({ data: embed }, { at: '/polls?section=drafts' })
    await click('[data-create]')
    await click('[data-create-poll]')
    expect(find('[role="dialog"]')).toBeNull()
    expect(text('[data-build]')).toContain('Enter a text for each option.')
    expect(desk.submits).toHaveLength(0)
    expect(desk.bridge.requests.some(({ method }) => method === 'drafts.save')).toBe(true)
  })
})

// A name of the broadcast that is changed behind the person's back.
test('a poll that joins the broadcast says what was left out of its name', async () => {
  const desk = await open()
  desk.bridge.answer('broadcast.choose', () => ({ environment: 'rehearsal', leftOut: ['poll.name'] }))
  await click('[data-broadcast]')
  expect(text('[data-left-out]')).toBe('Stored secrets were removed from: poll name')
})

// Operations of a product that no screen of the view reaches.
test('every operation of polls and embeds is within reach', async () => {
  await open()
  await click('[data-operations]')
  const keys = [...document.body.querySelectorAll<HTMLElement>('[data-operation]')].map(
    (one) => one.dataset['operation'],
  )
  expect(keys.filter((key) => key?.includes('/api/vote/'))).toHaveLength(8)
})
