import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/json.ts'
import { optionNames } from '../../../renderer/views/publishing/model/fields.ts'
import {
  adoptReferences,
  duplicateForm,
  emptyForm,
  fromBody,
  hideTyped,
  toBody,
  toInteger,
} from '../../../renderer/views/publishing/model/form.ts'
import { joinTags, splitTags } from '../../../renderer/views/publishing/model/tags.ts'

describe('the body of an event', () => {
  // An option left out rather than sent as null would differ from the usage that the specification shows.
  it('carries all 21 options, null where unused', () => {
    const { options } = toBody(emptyForm())
    expect(Object.keys(options)).toEqual([...optionNames])
    expect(Object.keys(options)).toHaveLength(21)
    expect(Object.values(options).every((value) => value === null)).toBe(true)
  })

  // An empty input sent as '' would overwrite a stored value with nothing.
  it('leaves empty details out and sends null only where the specification allows it', () => {
    const form = emptyForm()
    form.details = {
      title: 'Night show',
      description: '',
      channel: '  ',
      started: false,
      stoppedOn: null,
      deletedDate: null,
      startedOn: null,
      platformVideoIds: {},
      additionalCameras: [
        { camera: '', microphone: '' },
        { camera: 'Wide', microphone: '' },
      ],
    }
    expect(toBody(form).details).toEqual({
      title: 'Night show',
      started: false,
      stoppedOn: null,
      deletedDate: null,
      additionalCameras: [{ camera: 'Wide' }],
    })
  })

  // A number typed into a field would travel as text and be refused.
  it('sends whole numbers as numbers and numeric text as text', () => {
    const form = emptyForm()
    form.details = { streamHours: ' 3 ', voteTokenQuantity: '2.5', votingTimeReset: '30' }
    expect(toBody(form).details).toEqual({ streamHours: 3, voteTokenQuantity: '2.5', votingTimeReset: '30' })
    expect(toInteger('9007199254740993')).toBe('9007199254740993')
  })

  // A key pasted with its line break would be refused as a wrong credential.
  it('trims options and keeps references as they are', () => {
    const form = emptyForm()
    form.options.server = ' main.example \n'
    form.options.apiKey = { $secret: 'event/1/apiKey' }
    expect(toBody(form).options).toMatchObject({
      server: 'main.example',
      apiKey: { $secret: 'event/1/apiKey' },
      country: null,
    })
  })

  // A preview that carried a typed key would show it on screen until it is saved.
  it('hides credentials that were typed and not saved yet', () => {
    const form = emptyForm()
    form.options.streamKey = 'live-key-4711'
    form.options.server = 'main.example'
    expect(hideTyped(toBody(form)).options).toMatchObject({
      streamKey: { $secret: 'typed' },
      apiKey: null,
      server: 'main.example',
    })
  })

  // A field lost on the way through save and reload is work lost.
  it('survives being kept and read again', () => {
    fc.assert(
      fc.property(
        fc.record({ title: fc.string(), channel: fc.string(), started: fc.boolean(), streamHours: fc.integer() }),
        fc.constantFrom(...optionNames),
        fc.string(),
        (details, option, text) => {
          const form = emptyForm()
          form.details = details
          form.options[option] = text
          const body = toBody(form)
          expect(toBody(fromBody(JSON.parse(JSON.stringify(body)) as Json))).toEqual(body)
        },
      ),
    )
  })

  // A damaged record must open as an empty form rather than break the list.
  it('reads anything', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(Object.keys(toBody(fromBody(value as Json)).options)).toHaveLength(21)
      }),
    )
  })
})

describe('references after a save', () => {
  // Taking the reference over what was typed meanwhile would lose the newer secret.
  it('replaces only what was not edited since', () => {
    const form = emptyForm()
    form.options.apiKey = ' first-value '
    form.options.streamKey = 'second-value'
    const sent = toBody(form)
    form.options.streamKey = 'newer-value'
    adoptReferences(form, sent, fromBody({ options: { apiKey: { $secret: 'a' }, streamKey: { $secret: 'b' } } }))
    expect(form.options.apiKey).toEqual({ $secret: 'a' })
    expect(form.options.streamKey).toBe('newer-value')
  })

  // A duplicate that shared a reference would lose its secret when the first event is removed.
  it('stay behind when an event is duplicated, as do its state and record dates', () => {
    const form = emptyForm()
    form.options.apiKey = { $secret: 'a' }
    form.options.server = 'main.example'
    form.details = { title: 'Night show', started: true, startedOn: 'x', createdDate: '2026-01-01', channel: 'one' }
    const copy = duplicateForm(form, '(copy)')
    expect(copy.options.apiKey).toBe('')
    expect(copy.options.server).toBe('main.example')
    expect(copy.details).toEqual({ title: 'Night show (copy)', channel: 'one' })
  })
})

describe('tags', () => {
  // An empty or doubled tag would travel as one.
  it('are trimmed, none empty, none twice', () => {
    expect(splitTags(' music, live,, music ,')).toEqual(['music', 'live'])
    expect(joinTags(['music', ' live', 'a,b', ''])).toBe('music,live,a,b')
    expect(joinTags([])).toBe('')
  })

  // Chips that change on the way through the wire would differ after every reload.
  it('come back the same', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (tags) => {
        const wire = joinTags(tags)
        expect(joinTags(splitTags(wire))).toBe(wire)
      }),
    )
  })
})
