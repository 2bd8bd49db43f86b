import { describe, expect, it } from 'vitest'
import type { DeskErrorShape } from '#contract/errors.ts'
import type { JsonObject } from '#contract/json.ts'
import { formerMask, mask } from '#contract/mask.ts'
import type { Intent, ProviderProfile } from '#contract/models.ts'
import { httpsPage, optionsOf, profileOf, withheldOf, type Published } from '#answers/broadcast/credentials.ts'
import { destinationsOf } from '#answers/broadcast/destinations.ts'
import { commandBody } from '../../../main/air/commands/body.ts'

const at = '2026-11-21T20:00:00.000Z'
const row = {
  providerName: 'Main stage',
  providerId: 'out-1',
  streamId: 'str_1',
  videoId: 'vid-1',
  status: 'live',
  started: true,
  stopped: false,
}
const secrets = { apiKey: null, apiSecret: null, authToken: null, streamKey: null }

function profile(
  more: Partial<ProviderProfile['secrets']> = {},
  options: ProviderProfile['options'] = {},
): ProviderProfile {
  return {
    id: 'p',
    name: 'Main',
    environment: 'rehearsal',
    options: { providerName: 'Main stage', ...options },
    secrets: { ...secrets, ...more },
    updatedAt: at,
  }
}

function write(options: JsonObject, more: Partial<Intent> = {}): Intent {
  return {
    id: 'i',
    reference: 'r',
    operation: 'PUT /api/video/event/update',
    state: 'confirmed',
    environment: 'rehearsal',
    product: 'Livestream',
    risk: 'onair',
    request: {
      body: {
        options: { providerName: 'Main stage', providerId: 'out-1', ...options },
        details: { streamId: 'str_1', videoId: 'vid-1', started: true },
      },
    },
    attempts: 1,
    createdAt: at,
    evidence: [],
    ...more,
  }
}

const published = (record: JsonObject, newest?: Intent): Published => ({
  key: 'k',
  name: 'Main stage',
  record: { ...row, ...record },
  ...(newest && { newest }),
  ...(newest?.state === 'confirmed' && { taken: newest }),
})
const stop = (
  listed: JsonObject,
  intents: Intent[] = [],
  profiles: ProviderProfile[] = [],
  without?: 'leave' | 'null',
) => {
  const [target] = destinationsOf([{ ...row, ...listed }], intents, 'str_1')
  if (target === undefined) throw new Error('No destination was read')
  return commandBody(
    'stop',
    target,
    ['streamId', 'title', 'started', 'stopped', 'stoppedOn'],
    profiles,
    at,
    without,
  ) as { options: JsonObject; details: JsonObject }
}
const without = (options: JsonObject): string[] =>
  ['apiKey', 'apiSecret', 'authToken', 'streamKey', 'rtmpUrl', 'authUsername', 'uniqueKey'].filter(
    (name) => !(name in options),
  )

describe('a live command', () => {
  // Catches the stop that overwrote a destination's credentials with asterisks.
  it.each([mask, formerMask])('never carries %s, and leaves out what is masked', (masked) => {
    const { options, details } = stop({
      apiKey: masked,
      streamKey: masked,
      apiSecret: null,
      authToken: '',
      rtmpUrl: `rtmp://live.example/app/${masked}`,
      authUsername: mask,
      uniqueKey: 'u-1',
      title: `Night ${mask}`,
    })
    expect(JSON.stringify({ options, details })).not.toMatch(/masked|\*\*\*/)
    expect(without(options)).toEqual(['apiKey', 'streamKey', 'rtmpUrl', 'authUsername'])
    expect(options).toMatchObject({ apiSecret: null, authToken: null, uniqueKey: 'u-1', country: null })
    expect(details).not.toHaveProperty('title')
  })

  // Catches the stop that sent null for credentials which the event was published with inline: null says unused.
  it('leaves out the credentials that it can not know, and only those', () => {
    expect(without(stop({}).options)).toEqual(['apiKey', 'apiSecret', 'authToken', 'streamKey'])
    expect(
      without(
        stop({}, [write({ apiKey: { $secret: 'intent/i/apiKey' }, apiSecret: null, authToken: null, streamKey: null })])
          .options,
      ),
    ).toEqual(['apiKey'])
    expect(Object.keys(stop({}).options)).toHaveLength(17)
    expect(stop({ apiKey: mask }, [], [], 'null').options).toMatchObject({
      apiKey: null,
      apiSecret: null,
      authToken: null,
      streamKey: null,
    })
    expect(Object.keys(stop({ apiKey: mask }, [], [], 'null').options)).toHaveLength(21)
  })

  // Catches a mask that wins over a key which the desk has; and a profile with one key, of which the other went as a mask.
  it('sends what the desk has', () => {
    const own = profile({ streamKey: { $secret: 'profile/p/streamKey' } }, { rtmpUrl: 'rtmp://live.example/app' })
    const { options } = stop({ apiKey: mask, streamKey: mask, rtmpUrl: `rtmp://live.example/app/${mask}` }, [], [own])
    expect(options).toMatchObject({
      streamKey: { $secret: 'profile/p/streamKey' },
      rtmpUrl: 'rtmp://live.example/app',
      apiSecret: null,
    })
    expect(without(options)).toEqual(['apiKey'])
    const draft = write({
      apiKey: { $secret: 'draft/d/apiKey/x' },
      rtmpUrl: { $secret: 'draft/d/rtmpUrl/y' },
      apiSecret: null,
      authToken: null,
      streamKey: { $secret: 'draft/d/streamKey/z' },
    })
    const known = stop({ apiKey: mask, streamKey: mask, rtmpUrl: mask }, [draft])
    expect(known.options).toMatchObject({
      apiKey: { $secret: 'draft/d/apiKey/x' },
      streamKey: { $secret: 'draft/d/streamKey/z' },
    })
    expect(without(known.options)).toEqual(['rtmpUrl'])
  })

  // Catches a start that ends as secret_missing again and again, and a screen with no place to enter the secret.
  it('does not send a reference that led nowhere', () => {
    const error: DeskErrorShape = {
      code: 'secret_missing',
      message: 'Gone.',
      retryable: false,
      fields: [{ path: 'options.streamKey', message: 'Enter it again' }],
    }
    const gone = write(
      {
        apiKey: { $secret: 'draft/d/apiKey/x' },
        apiSecret: null,
        authToken: null,
        streamKey: { $secret: 'draft/d/streamKey/z' },
      },
      { state: 'rejected', error },
    )
    expect(withheldOf(published({ apiSecret: null, authToken: null }, gone), [])).toMatchObject({
      missing: ['apiKey', 'streamKey'],
      refused: false,
    })
    expect(
      optionsOf(published({}, gone), [profile({ streamKey: { $secret: 'profile/p/streamKey' } })]).streamKey,
    ).toEqual({ $secret: 'profile/p/streamKey' })
  })

  // Catches a refused body after which nothing else is offered.
  it('says that it was refused for what it left out', () => {
    const refused: Partial<Intent> = {
      state: 'rejected',
      error: { code: 'invalid_request', status: 400, message: 'streamKey is missing', retryable: false },
    }
    const one = { ...write({}, refused) }
    expect(withheldOf(published({ streamKey: mask }, one), [])).toMatchObject({ refused: true })
    const whole = write(
      Object.fromEntries(Object.keys(optionsOf(published({}), [])).map((name) => [name, null])),
      refused,
    )
    expect(withheldOf(published({ streamKey: mask }, whole), [])).toMatchObject({ refused: false })
    const spared = write(
      { ...(whole.request.body as { options: JsonObject }).options, streamKey: { $secret: 'draft/d/streamKey/z' } },
      {
        state: 'rejected',
        error: {
          code: 'invalid_request',
          status: 400,
          message: 'No.',
          retryable: false,
          facts: { reason: 'credential_not_at_hand', fields: ['options.streamKey'] },
        },
      },
    )
    expect(
      withheldOf(published({ apiKey: null, apiSecret: null, authToken: null, streamKey: mask }, spared), []),
    ).toMatchObject({ refused: true, missing: ['streamKey'] })
  })

  // Catches the key of another account of the same provider.
  it('takes the credentials of the destination\u2019s own profile alone', () => {
    const [one, two] = [
      { ...profile(), id: 'a', options: { providerName: 'Main stage', providerId: 'out-1' } },
      { ...profile(), id: 'b', options: { providerName: 'Main stage', providerId: 'out-2' } },
    ]
    expect(profileOf(published({}), [two, one])?.id).toBe('a')
    expect(profileOf(published({ providerId: 'out-3' }), [one, two])).toBeUndefined()
    expect(profileOf(published({}), [profile()])?.id).toBe('p')
    expect(profileOf(published({ providerId: null }), [one, two])).toBeUndefined()
  })
})

// Catches an address that runs a script, or that carries a password, as the way out.
it('names the provider\u2019s own page only where it may be opened', () => {
  expect(withheldOf(published({ channelUrl: 'https://video.example/c/1' }), [])?.page).toBe('https://video.example/c/1')
  for (const address of [
    'javascript:alert(1)',
    'http://video.example',
    'https://a:b@video.example',
    mask,
    null,
    undefined,
  ])
    expect(httpsPage(address)).toBeUndefined()
})
