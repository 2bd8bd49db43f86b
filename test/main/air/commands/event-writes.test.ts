import { expect, it } from 'vitest'
import type { Intent } from '#contract/models.ts'
import { eventWrites } from '../../../../main/air/commands/preparation.ts'

const intent = (id: number, operation: string): Intent => ({ id: String(id), operation }) as Intent

// Catches an event that is taken for never sent, because clips of the same evening filled the newest page.
it('finds the writes to events behind a page of other writes', () => {
  const clips = Array.from({ length: 100 }, (_, at) => intent(at, 'POST /api/video/clip/create'))
  const pages: Record<string, { items: Intent[]; next?: string }> = {
    first: { items: clips, next: 'second' },
    second: { items: [intent(200, 'PUT /api/video/event/update')] },
  }
  const list = ({ before }: { before?: string | undefined }) => pages[before ?? 'first'] ?? { items: [] }
  expect(eventWrites({ list }, 'production').map(({ id }) => id)).toEqual(['200'])
})

// Catches a ledger that is read to its end before every command.
it('looks through no more than the newest 500', () => {
  let asked = 0
  const page = Array.from({ length: 100 }, (_, at) => intent(at, 'POST /api/video/clip/create'))
  const list = () => ({ items: page, next: String(++asked) })
  expect(eventWrites({ list }, 'production')).toEqual([])
  expect(asked).toBe(5)
})
