import { expect, test } from 'vitest'
import { supportDate, supportOf } from '../../../../renderer/views/templates/model/mail-clients/support.ts'
import { committed, made, reduce } from './reduce.ts'

// Data that somebody edited, or that was not made again after an update, says what no test of a mail client showed.
test('the support data is what is made from caniemail', () => {
  expect(committed()).toEqual(made())
  expect(supportDate).toMatch(/^\d{4}-\d\d-\d\d$/)
})

// The first version of a client in the list is the oldest: reading it would report what was fixed years ago.
test('the newest version counts, and one platform without support is enough', () => {
  const source = made()
  const stats = (flex: object) => ({ slug: 'css-display-flex', stats: { yahoo: flex } })
  const others = Object.keys(source.features)
  expect(others.length).toBeGreaterThan(15)
  expect(supportOf('flex')).toEqual({ clients: ['outlook-windows', 'gmx'], partly: ['gmail'] })
  expect(() => reduce({ last_update_date: '2026-01-01 x', data: [stats({})] } as never)).toThrow('caniemail')
  expect(supportOf('video').clients).toContain('gmail')
  expect(supportOf('video').clients).not.toContain('apple-mail')
})
