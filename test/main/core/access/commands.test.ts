import { expect, test } from 'vitest'
import { recordCommands } from '#contract/access-kinds.ts'
import { commandOperations, requestOf } from '../../../../main/core/access/commands.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'

const now = '2026-01-01T20:00:00.000Z'

// Catches a command that reaches money or deletes.
test('every command is one write that neither pays nor deletes', () => {
  expect(Object.keys(commandOperations)).toEqual([...recordCommands])
  for (const key of Object.values(commandOperations)) {
    expect(operations.get(key)?.kind).toMatch(/^(?:create|update|act)$/)
    expect(['money', 'destroy']).not.toContain(operations.get(key)?.risk)
  }
})

// Catches a body that differs from the live desk's: flags without times, or options that are lost.
test('a transport command sets flags and times, and leaves the rest', () => {
  const destination = { options: { providerName: 'Main', apiKey: null }, details: { streamId: 's', started: true } }
  const pause = requestOf({ command: 'pause', destination }, now)
  expect(pause).toMatchObject({ kind: 'write', operation: 'PUT /api/video/event/update' })
  expect(pause?.body).toMatchObject({
    options: destination.options,
    details: { streamId: 's', paused: true, pausedOn: now },
  })
  expect(destination.details).toEqual({ streamId: 's', started: true })
})

// Catches a poll that is hidden instead of revealed, a clip without its stream, and a mark that is sent.
test('the other commands', () => {
  expect(requestOf({ command: 'reveal', embedId: 'e' }, now)?.body).toMatchObject({
    embedId: 'e',
    resultsVisible: true,
  })
  expect(requestOf({ command: 'hide', embedId: 'e' }, now)?.body).toMatchObject({ embedId: 'e', resultsVisible: false })
  expect(requestOf({ command: 'clip', streamId: 's', title: 'Clip' }, now)?.body).toEqual({
    streamId: 's',
    title: 'Clip',
  })
  expect(requestOf({ command: 'mark', title: 'Mark', offsetSeconds: 5 }, now)).toEqual({
    kind: 'draft',
    operation: 'POST /api/video/stream/createClip',
    body: { title: 'Mark', at: now, offsetSeconds: 5 },
  })
})

// Catches an ad of a length that somebody made up.
test('an ad runs as long as it says, else as the person said, else not', () => {
  const ad = { id: 'a', title: 'Drinks', row: { id: 'a', title: 'Drinks' } }
  expect(requestOf({ command: 'runAd', ad, streamId: 's' }, now)).toBeUndefined()
  expect(requestOf({ command: 'runAd', ad, streamId: 's', seconds: 30 }, now)?.operation).toBe(
    'POST /api/ads/placement/create',
  )
})
