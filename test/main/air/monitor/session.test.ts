import { expect, test } from 'vitest'
import { createSession } from '../../../../main/air/monitor/session.ts'
import { systemClock } from '../../../../main/core/ports.ts'

// Catches a monitor that stops in a long show because the name of its own playlist was forgotten.
test('a playlist that is read again and again keeps its name, and the oldest segments lose theirs', () => {
  const session = createSession('https://media.example/live.m3u8', systemClock)
  for (let segment = 0; segment < 50_000; segment++) {
    session.name(`https://media.example/${segment}.ts`, 'media')
    if (segment % 6 === 0) expect(session.item('0')).toMatchObject({ kind: 'playlist' })
  }
  expect(session.item('1')).toBeUndefined()
  expect(session.item('0')).toEqual({ address: 'https://media.example/live.m3u8', kind: 'playlist' })
})
