import { expect, test } from 'vitest'
import { createChapters } from '../../../../main/air/firing/chapters.ts'
import { createFakeClock, quietLog } from '../../platform/ledger/support.ts'
import { createSoftware } from './software.ts'

// Catches a mark that waits for the software or fails with it, a chapter without a recording, and one that is set twice.
test('a mark is a chapter of a running recording, and nothing waits for it', async () => {
  const clock = createFakeClock()
  const software = createSoftware(clock)
  const onMark = createChapters({ encoders: software.encoders, selected: () => 'rehearsal', clock, log: quietLog })
  const mark = async (id: string): Promise<string[]> => {
    software.tell()
    onMark({ id, title: 'Applause' }, undefined)
    await clock.advance(100)
    return software.effects
  }
  expect(await mark('d1')).toEqual([])
  software.state.recording = true
  expect(await mark('d2')).toEqual(['encoder:chapter Applause'])
  expect(await mark('d2')).toEqual(['encoder:chapter Applause'])
  software.fates = ['throws']
  expect(await mark('d3')).toHaveLength(1)
  software.state.chapters = false
  expect(await mark('d4')).toHaveLength(1)
  Object.assign(software.state, { chapters: true, linked: false })
  expect(await mark('d5')).toHaveLength(1)
})
