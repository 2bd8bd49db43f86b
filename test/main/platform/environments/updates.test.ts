import { expect, test } from 'vitest'
import { createEvents } from '../../../../main/core/events.ts'
import { createUpdates } from '../../../../main/maintenance/updates.ts'
import type { Updater } from '../../../../main/core/ports.ts'
import { createFakeClock, quietLog } from '../ledger/support.ts'

const updater: Updater = {
  look: () => Promise.resolve(undefined),
  fetch: () => Promise.resolve(),
  isUnusable: () => false,
  install: () => undefined,
}

function open(given: { offered?: boolean; look?: string; onShow?: boolean }) {
  const events = createEvents()
  const told: string[] = []
  const show = { isOn: given.onShow === true }
  const updates = createUpdates({
    updater: given.offered === false ? undefined : updater,
    settings: { read: () => given.look, write: () => undefined },
    notices: { add: ({ id }) => void told.push(id) },
    events,
    showIsOn: () => show.isOn,
    clock: createFakeClock(),
    log: quietLog,
  })
  return {
    told,
    showTurns(isOn: boolean): void {
      show.isOn = isOn
      events.emit('show.changed', { show: null, shows: [] } as never)
    },
    stop: () => updates.stop(),
  }
}

// Catches a question that stands over the live desk, and one that is forgotten because the desk was started in a show.
test('the question about updates waits until the show is over', () => {
  const desk = open({ onShow: true })
  expect(desk.told).toEqual([])
  desk.showTurns(true)
  expect(desk.told).toEqual([])
  desk.showTurns(false)
  expect(desk.told).toEqual(['updates'])
  desk.stop()
})

// Catches a question where there is nothing to decide, or after it was decided.
test.each([{ offered: false }, { look: 'on' }, { look: 'off' }])('%j asks nothing', (given) => {
  const desk = open(given)
  desk.showTurns(true)
  desk.showTurns(false)
  expect(desk.told).toEqual([])
  desk.stop()
})
