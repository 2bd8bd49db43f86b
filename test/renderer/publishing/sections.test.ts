import { reactive } from 'vue'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { JsonSchema } from '#contract/json.ts'
import { eventUpdate } from '../../../main/platform/catalog/bodies/event-update.ts'
import { stateDetails } from '#answers/transport.ts'
import { integerDetails, nullableDetails, optionNames } from '../../../renderer/views/publishing/model/fields.ts'
import { emptyForm, toBody } from '../../../renderer/views/publishing/model/form.ts'
import { belongsTo } from '../../../renderer/views/publishing/model/history.ts'
import { draftOf, duplicateDraft, inputOf } from '../../../renderer/views/publishing/model/profile-draft.ts'
import {
  detailSections,
  groupsOf,
  marksOf,
  problemAt,
  sectionIds,
  sectionOfPath,
} from '../../../renderer/views/publishing/model/sections.ts'
import { intent, profile } from './fixtures.ts'

const schema = z.toJSONSchema(eventUpdate, { unrepresentable: 'any' }) as JsonSchema
const details = schema.properties?.details
const sections = detailSections(details)

describe('the sections, from the catalog\u2019s own schema', () => {
  // A field without a section could not be filled in at all.
  it('hold every field of the details, each once', () => {
    const placed = sectionIds.flatMap((id) => sections[id].map(({ name }) => name))
    expect(placed.toSorted()).toEqual(Object.keys(details?.properties ?? {}).toSorted())
    expect(placed).toHaveLength(47)
  })

  it('hold the 21 options', () => {
    const options = groupsOf(schema.properties?.options).flatMap(({ fields }) => fields.map(({ name }) => name))
    expect(options.toSorted()).toEqual([...optionNames].toSorted())
  })

  // A field that the form treats as a number and the schema as text would be refused on every send.
  it('agree with what the form knows of types', () => {
    for (const name of integerDetails) expect(details?.properties?.[name]?.type).toBe('integer')
    for (const name of [...nullableDetails, ...stateDetails]) expect(details?.properties).toHaveProperty(name)
  })

  it('name a group that has no section of its own among the rest', () => {
    expect(detailSections({ properties: { later: { group: 'new' } } }).broadcast).toEqual([
      { name: 'later', schema: { group: 'new' } },
    ])
  })
})

describe('the marks', () => {
  // An amber dot at the wrong section sends the person looking in vain.
  it('show what is filled and what is wrong', () => {
    const form = emptyForm()
    form.details = { title: 'Night show', scheduleDate: 'soon', channel: '' }
    form.options.server = 'main.example'
    const marks = marksOf(sections, form, [
      { path: 'details.scheduleDate', message: 'x' },
      { path: 'details.additionalCameras.0.camera', message: 'y' },
    ])
    expect(marks).toMatchObject({
      destination: 'filled',
      broadcast: 'filled',
      schedule: 'wrong',
      devices: 'wrong',
      assets: 'empty',
    })
    expect(marksOf(sections, form, [{ path: 'options.server', message: 'x' }]).destination).toBe('wrong')
    expect(sectionOfPath(sections, 'details.additionalCameras.0.camera')).toBe('devices')
    expect(sectionOfPath(sections, 'options.server')).toBe('destination')
    const camera = { path: 'details.additionalCameras.0.camera', message: 'y' }
    expect(problemAt([camera], 'details.additionalCameras')).toBe(camera)
    expect(problemAt([{ path: 'details.titleX', message: 'y' }], 'details.title')).toBeUndefined()
  })
})

describe('a body out of a reactive form', () => {
  // Electron copies what crosses the bridge and refuses a proxy: autosave would fail there and nowhere else.
  it('can be copied', () => {
    const form = reactive(emptyForm())
    form.options.apiKey = { $secret: 'a' }
    form.details = {
      platformVideoIds: { mainOutputId: true },
      additionalCameras: [{ camera: 'Wide', microphone: 'Room' }],
    }
    expect(structuredClone(toBody(form)).details).toEqual({
      platformVideoIds: { mainOutputId: true },
      additionalCameras: [{ camera: 'Wide', microphone: 'Room' }],
    })
  })
})

describe('a provider profile in the form', () => {
  const saved = profile('p1', 'Main stage', { providerName: 'stage', server: null })

  // A secret sent among the options would be refused, or kept where it can be read.
  it('travels with 17 options and 4 secrets apart', () => {
    const draft = draftOf(saved)
    draft.options.streamKey = ' new-key '
    const input = inputOf(draft, 'rehearsal')
    expect(Object.keys(input.options)).toHaveLength(17)
    expect(input.options).toMatchObject({ providerName: 'stage', server: null })
    expect(input.secrets).toEqual({
      apiKey: { $secret: 'profile/p1/apiKey' },
      apiSecret: null,
      authToken: null,
      streamKey: 'new-key',
    })
    expect(input.id).toBe('p1')
  })

  // A copy that shared the first one's reference would lose its secret with it.
  it('is duplicated without its secrets and its id', () => {
    const copy = inputOf(duplicateDraft(saved, '(copy)'), 'rehearsal')
    expect([copy.id, copy.name, copy.secrets?.apiKey]).toEqual([undefined, 'Main stage (copy)', null])
  })
})

describe('the history of an event', () => {
  // Commands of another event in this history would explain the wrong thing.
  it('holds what is linked to it or names it', () => {
    const event = { id: 'event-1', lastIntents: { own: '1' }, environment: 'rehearsal' } as const
    expect(belongsTo(intent({ id: '1', state: 'confirmed' }), event, {})).toBe(true)
    expect(
      belongsTo(intent({ id: '2', state: 'confirmed', details: { title: 'Night show' } }), event, {
        title: 'Night show',
      }),
    ).toBe(true)
    expect(belongsTo(intent({ id: '3', state: 'confirmed', details: { title: '' } }), event, { title: '' })).toBe(false)
    expect(
      belongsTo(
        intent({ id: '4', state: 'confirmed', details: { title: 'Night show' } }),
        { ...event, environment: 'production' },
        { title: 'Night show' },
      ),
    ).toBe(false)
  })
})
