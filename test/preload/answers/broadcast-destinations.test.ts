import { describe, expect, it } from 'vitest'
import type { Intent, ProviderProfile } from '#contract/models.ts'
import { destinationsOf, leadAction, targetsOf } from '#answers/broadcast/destinations.ts'
import { commandBody } from '../../../main/air/commands/body.ts'

const at = '2026-11-21T20:00:00.000Z'
const ms = Date.parse(at)
const row = {
  id: 'det_1',
  providerName: 'Main stage',
  providerId: 'out-1',
  streamId: 'str_1',
  videoId: 'vid-1',
  title: 'Night show',
  tags: 'live',
  status: 'scheduled',
  started: false,
  paused: false,
  stopped: false,
  startedOn: null,
}

function write(state: Intent['state'], details: object, options: object = {}): Intent {
  return {
    id: `i-${state}`,
    reference: 'r',
    operation: 'PUT /api/video/event/update',
    state,
    environment: 'rehearsal',
    product: 'Livestream',
    risk: 'onair',
    request: {
      body: {
        options: { providerName: 'Main stage', providerId: 'out-1', ...options },
        details: { streamId: 'str_1', videoId: 'vid-1', ...details },
      },
    },
    attempts: 1,
    createdAt: at,
    evidence: [],
  }
}

describe('destinations', () => {
  // A state taken from what was sent would be shown although the platform says another.
  it('are what the platform lists of the stream; what only the ledger knows is in no known state', () => {
    const [listed] = destinationsOf(
      { data: { items: [row, { ...row, id: 'x', streamId: 'other' }] } },
      [write('confirmed', { started: true })],
      'str_1',
    )
    expect(listed).toMatchObject({ name: 'Main stage', state: 'off', word: 'scheduled', listed: true })
    const [known] = destinationsOf(undefined, [write('confirmed', { started: true })], 'str_1')
    expect(known).toMatchObject({ name: 'Main stage', state: 'unseen', told: 'live', listed: false })
    expect(known?.startedAt).toBeUndefined()
    for (const action of ['start', 'pause', 'stop'] as const)
      expect(
        targetsOf(
          action,
          [known].filter((each) => each !== undefined),
        ),
      ).toHaveLength(1)
    expect(leadAction([known].filter((each) => each !== undefined))).toBe('pause')
    const [stopped] = destinationsOf({ items: [] }, [write('confirmed', { started: true, stopped: true })], 'str_1')
    expect(stopped).toMatchObject({ state: 'unseen', told: 'stopped' })
    expect(
      targetsOf(
        'stop',
        [stopped].filter((each) => each !== undefined),
      ),
    ).toHaveLength(1)
    expect(destinationsOf({ items: [] }, [write('rejected', { started: true })], 'str_1')).toEqual([])
  })

  // Catches the published event that Live never shows, because a publish carries no flags and the platform does not list
  // it yet; and one from last week, or deleted since, that a start would go to.
  it('are also what was published lately and is not listed yet, in an unknown state', () => {
    const published = write('confirmed', {})
    const of = (intents: Intent[], hours: number) =>
      destinationsOf({ items: [] }, intents, 'str_1', undefined, ms + hours * 3_600_000)
    expect(of([published], 1)).toMatchObject([{ name: 'Main stage', state: 'unseen', listed: false }])
    expect(of([published], 25)).toEqual([])
    expect(of([write('rejected', {})], 1)).toEqual([])
    const deleted = { ...published, id: 'd', operation: 'POST /api/video/event/delete' }
    expect(of([deleted, published], 1)).toEqual([])
    expect(of([published, deleted], 1)).toHaveLength(1)
    expect(of([{ ...deleted, state: 'rejected' }, published], 1)).toHaveLength(1)
    expect(destinationsOf([row], [published], 'str_1', undefined, ms)).toHaveLength(1)
  })

  // An unknown stop is neither running nor stopped, and may be stopped again only by the person.
  it('are unclear while a command is unknown', () => {
    const [one] = destinationsOf(
      [{ ...row, status: 'live', started: true }],
      [write('unknown', { started: true, stopped: true })],
      'str_1',
    )
    expect(one?.state).toBe('unclear')
    expect(
      targetsOf(
        'pause',
        [one].filter((each) => each !== undefined),
      ),
    ).toEqual([])
  })

  // The first button must not start what runs.
  it('offer the next step of what was chosen', () => {
    const of = (status: string, started = true) =>
      destinationsOf([{ ...row, status, started, paused: status === 'paused' }], [], 'str_1')
    expect([
      leadAction(of('live')),
      leadAction(of('paused')),
      leadAction(of('scheduled', false)),
      leadAction([]),
    ]).toEqual(['pause', 'resume', 'start', 'start'])
  })

  // A body without the options, or with a credential in clear, is refused or worse; flags and timestamps belong together.
  it('send all options, references for credentials, and flags with their timestamps', () => {
    const profile = {
      id: 'p',
      name: 'Main',
      environment: 'rehearsal',
      options: { providerName: 'Main stage', rtmpUrl: 'rtmp://example.org' },
      secrets: {
        apiKey: { $secret: 'profile/p/apiKey' },
        apiSecret: null,
        authToken: null,
        streamKey: { $secret: 'profile/p/streamKey' },
      },
      updatedAt: at,
    } satisfies ProviderProfile
    const newest = write(
      'confirmed',
      { started: true, coverPhotoUrl: 'https://example.org/a.png' },
      { streamKey: { $secret: 'draft/d/streamKey' }, apiKey: { $secret: 'intent/i/apiKey' } },
    )
    const [target] = destinationsOf([row], [newest], 'str_1')
    if (target === undefined) throw new Error('No destination was read')
    const { options, details } = commandBody(
      'start',
      target,
      ['title', 'streamId', 'started', 'startedOn', 'stoppedOn', 'coverPhotoUrl'],
      [profile],
      at,
    ) as Record<string, Record<string, unknown>>
    expect(Object.keys(options ?? {})).toHaveLength(21)
    expect(options).toMatchObject({
      providerName: 'Main stage',
      streamKey: { $secret: 'draft/d/streamKey' },
      apiKey: { $secret: 'profile/p/apiKey' },
      apiSecret: null,
      rtmpUrl: 'rtmp://example.org',
      title: 'Night show',
    })
    expect(details).toEqual({
      title: 'Night show',
      streamId: 'str_1',
      coverPhotoUrl: 'https://example.org/a.png',
      started: true,
      paused: false,
      stopped: false,
      startedOn: at,
      stoppedOn: null,
    })
  })
})
