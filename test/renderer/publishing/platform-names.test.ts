import { describe, expect, it } from 'vitest'
import { nameProblem, noNames, readSample, switchKey } from '../../../renderer/views/publishing/model/platform-names.ts'

describe('platform names', () => {
  // A name that the bridge refuses would lose the whole save.
  it('are checked before they are added', () => {
    const names = { outputs: ['alpha'], playback: ['restream'], events: [] }
    expect(nameProblem(names, 'outputs', 'alpha')).toBe('twice')
    expect(nameProblem(names, 'playback', 'other')).toBe('full')
    expect(nameProblem(names, 'events', '9lives')).toBe('format')
    expect(nameProblem(names, 'events', '')).toBe('empty')
    expect(nameProblem(names, 'events', 'alpha')).toBeUndefined()
    expect(switchKey('playback', 'restream')).toBe('restreamPlaybackUrl')
  })

  // A sample is pasted as it was found: whole, or only its switches.
  it('are found inside a whole body and at the top level', () => {
    const whole = JSON.stringify({
      options: { providerName: 'x' },
      details: {
        providerPlaybackUrl: 'https://example.test',
        platformVideoIds: { alphaOutputId: true, restreamPlaybackUrl: false, odd: true },
        platformEventIds: { alphaEventId: true, groupEventId: false },
      },
    })
    const report = readSample(whole, { ...noNames(), events: ['group'] })
    expect(report.found).toEqual({ outputs: ['alpha'], playback: ['restream'], events: ['alpha'] })
    expect(report.known).toEqual(['groupEventId'])
    expect(report.ignored).toEqual(['odd'])
    expect(report.names.events).toEqual(['group', 'alpha'])
    expect(readSample('{"betaOutputId":null,"gammaEventId":true}', noNames()).found).toEqual({
      outputs: ['beta'],
      playback: [],
      events: ['gamma'],
    })
  })

  // More names than the specification counts would be refused as a whole by the bridge.
  it('stop at 34, 1 and 19, and name what is over', () => {
    const sample: Record<string, boolean> = {}
    for (let n = 0; n < 36; n++) sample[`out${n}OutputId`] = true
    for (let n = 0; n < 2; n++) sample[`play${n}PlaybackUrl`] = true
    for (let n = 0; n < 20; n++) sample[`ev${n}EventId`] = true
    const report = readSample(JSON.stringify(sample), noNames())
    expect([report.names.outputs.length, report.names.playback.length, report.names.events.length]).toEqual([34, 1, 19])
    expect(report.over).toEqual(['out34OutputId', 'out35OutputId', 'play1PlaybackUrl', 'ev19EventId'])
  })

  // A half-pasted sample must be refused as a whole, not read in part.
  it('refuse what is not JSON', () => {
    expect(() => readSample('{"alphaOutputId": tr', noNames())).toThrow(SyntaxError)
    expect(readSample('[1,"two",null]', noNames()).found).toEqual(noNames())
  })
})
