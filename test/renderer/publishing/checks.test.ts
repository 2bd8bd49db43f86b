import { describe, expect, it } from 'vitest'
import { formatProblem, formatProblems, misplacedSecrets } from '../../../renderer/views/publishing/model/checks.ts'
import { emptyForm } from '../../../renderer/views/publishing/model/form.ts'

describe('formats in the form', () => {
  // A mistake that is only found on sending costs a live command.
  it('are checked by the schema, and an empty field is never wrong', () => {
    expect(formatProblem({ control: 'date' }, '2026-02-30')).toBe('not_a_date')
    expect(formatProblem({ control: 'time' }, '20:00')).toBe('not_a_time')
    expect(formatProblem({ control: 'instant' }, '2026-01-01T20:00:00Z')).toBe('not_an_instant')
    expect(formatProblem({ control: 'numeric' }, '1a')).toBe('not_numeric')
    expect(formatProblem({ type: 'integer' }, '2.5')).toBe('not_an_integer')
    expect(formatProblem({ type: 'integer' }, ' 3 ')).toBeUndefined()
    expect(formatProblem({ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'x')).toBe('not_an_integer')
    expect(formatProblem({ control: 'date' }, '')).toBeUndefined()
    expect(
      formatProblems({ scheduleDate: { control: 'date' }, channel: {} }, { scheduleDate: 'x', channel: 'x' }),
    ).toMatchObject([{ path: 'details.scheduleDate', reason: 'not_a_date' }])
  })
})

describe('a secret in the wrong field', () => {
  // A stream key pasted into the title would be shown to the audience.
  it('is found in options, details and switches', () => {
    const form = emptyForm()
    form.options.streamKey = ' live-abc-123 '
    form.options.title = 'Show live-abc-123'
    form.details = {
      description: 'live-abc-123',
      additionalCameras: [{ camera: 'live-abc-123' }],
      channel: { $secret: 'moved' },
    }
    expect(misplacedSecrets(form)).toEqual([
      'options.title',
      'details.description',
      'details.additionalCameras.0.camera',
      'details.channel',
    ])
  })

  // A warning on every short word would be switched off in the head.
  it('is not suspected behind short values', () => {
    const form = emptyForm()
    form.options.apiKey = 'abc'
    form.options.title = 'abc'
    expect(misplacedSecrets(form)).toEqual([])
  })
})
