import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mask } from '#contract/mask.ts'
import type { JsonObject } from '#contract/json.ts'
import { devicesOf } from '../../../../renderer/records/account/devices.ts'

// Catches a log-out that names the wrong device, sends the mask of this desk's own session, or takes a stranger's device for this desk.
it.each<[string, JsonObject, object]>([
  [
    'the practice platform',
    {
      id: 'ses_1',
      sessionId: 'ses_1',
      deviceId: 'ses_1',
      device: 'Tablet',
      lastSeenAt: '2026-11-21T20:00:00.000Z',
      current: false,
    },
    {
      name: 'Tablet',
      ids: { deviceId: 'ses_1', sessionId: 'ses_1' },
      isThis: false,
      lastSeenAt: Date.parse('2026-11-21T20:00:00.000Z'),
    },
  ],
  ['an id alone', { id: 7, name: 'Laptop' }, { name: 'Laptop', ids: { deviceId: '7' }, isThis: false }],
  [
    'a device within',
    { session_id: 's1', device: { id: 'd1', name: 'Phone', os: 'x' }, last_active: 1_763_755_200 },
    { name: 'Phone', ids: { sessionId: 's1' }, isThis: false },
  ],
  ['the present one by its mark', { id: 'a', isCurrent: true }, { ids: { deviceId: 'a' }, isThis: true }],
  [
    'the present one by the masked id',
    { id: '***', sessionId: '***', deviceName: 'Desk' },
    { name: 'Desk', ids: {}, isThis: true },
  ],
  ['the present one by the mask', { id: mask, deviceName: 'Desk' }, { name: 'Desk', ids: {}, isThis: true }],
  ['nothing known', { foo: null, device: [] }, { name: undefined, ids: {}, isThis: false, lastSeenAt: undefined }],
])('%s', (_, row, device) => {
  expect(devicesOf([row])).toMatchObject([device])
})

// Catches a list that loses rows, or mixes two up.
it('keeps every row, whatever it holds', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 8 }), (rows) => {
      const devices = devicesOf(rows as JsonObject[])
      expect(devices.map(({ row }) => row)).toEqual(rows)
      expect(new Set(devices.map(({ key }) => key)).size).toBe(rows.length)
    }),
  )
})
