import { describe, expect, it } from 'vitest'
import { formerMask, mask } from '#contract/mask.ts'
import { optionNames } from '../../../renderer/views/publishing/model/fields.ts'
import { emptyForm } from '../../../renderer/views/publishing/model/form.ts'
import {
  bodyFor,
  commandBodyFor,
  deleteBodyFor,
  maskedParts,
  ownKey,
  planOf,
} from '../../../renderer/views/publishing/model/plan.ts'
import { profile } from './fixtures.ts'

const main = profile('p1', 'Main stage', { providerName: 'stage', title: 'Profile title', tags: null })
const second = profile('p2', 'Second', { providerName: 'second' })

describe('a publish plan', () => {
  // Two requests to one destination, or none to another, is what the rows exist to prevent.
  it('has one destination per chosen profile, in the chosen order', () => {
    const plan = planOf(emptyForm(), ['p2', 'p1', 'p2'], [main, second], 'rehearsal', 'This event')
    expect(plan.destinations.map(({ key, name }) => [key, name])).toEqual([
      ['p2', 'Second'],
      ['p1', 'Main stage'],
    ])
  })

  // Falling back on the form's own options would publish somewhere that nobody chose.
  it('never replaces a profile that is gone or of another environment', () => {
    expect(planOf(emptyForm(), ['gone'], [main], 'rehearsal', 'x')).toEqual({ destinations: [], missing: ['gone'] })
    expect(planOf(emptyForm(), ['p1'], [main], 'production', 'x')).toEqual({ destinations: [], missing: ['p1'] })
  })

  it('goes to the form\u2019s own options where no profile was chosen', () => {
    const form = emptyForm()
    form.options.providerName = ' own stage '
    expect(planOf(form, [], [main], 'rehearsal', 'x').destinations).toEqual([{ key: ownKey, name: 'own stage' }])
  })

  // A profile's default title over the event's own would announce the wrong show.
  it('puts the profile\u2019s options and secrets in, and the event\u2019s own words over them', () => {
    const form = emptyForm()
    form.options.server = 'not used'
    form.options.description = 'Own description'
    form.details = { title: 'Night show', tags: 'music' }
    const { options, details } = bodyFor(form, { key: 'p1', name: 'Main stage', profile: main })
    expect(Object.keys(options)).toEqual([...optionNames])
    expect(options).toMatchObject({
      providerName: 'stage',
      apiKey: { $secret: 'profile/p1/apiKey' },
      apiSecret: null,
      server: null,
      title: 'Night show',
      description: 'Own description',
      tags: null,
    })
    expect(details).toEqual({ title: 'Night show', tags: 'music' })
  })

  // A delete that carried the whole form would say things about an event that is going away.
  it('proposes the options and ids for a delete', () => {
    const form = emptyForm()
    form.options.providerName = 'own'
    form.details = { streamId: 's-1', title: 'Night show', description: 'long' }
    const body = deleteBodyFor(form, { key: ownKey, name: 'own' })
    expect(body.details).toEqual({ streamId: 's-1', title: 'Night show' })
    expect(body.options.providerName).toBe('own')
  })
})

// Catches a stop that writes a mask into a destination, and one that must wait until somebody has typed the real value.
it('a command leaves out what is only a mask, a publish names it', () => {
  const masked = emptyForm()
  masked.options.rtmpUrl = `rtmp://live.example/app/${formerMask}`
  masked.options.authUsername = mask
  masked.options.title = '*** SALE ***'
  masked.details = { title: 'Night', channel: mask }
  const own = { key: ownKey, name: 'Own' }
  const command = commandBodyFor(masked, own, { ...masked.details, stopped: true }) as {
    options: object
    details: object
  }
  expect(Object.keys(command.options)).toHaveLength(19)
  expect(command.options).toMatchObject({ title: '*** SALE ***', apiKey: null })
  expect(command.details).toEqual({ title: 'Night', stopped: true })
  expect(Object.keys(bodyFor(masked, own).options)).toHaveLength(21)
  expect(maskedParts(masked, own)).toEqual(['options.rtmpUrl', 'options.authUsername', 'details.channel'])
})
