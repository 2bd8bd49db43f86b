import { rehearsalCredentials } from '../auth.ts'
import { record, type SeedPart } from './record.ts'

const { accountId, sessionId } = rehearsalCredentials.session

/** The studio's own account, the devices it is signed in on, and the kinds of places there are. */
export const accounts: SeedPart = ({ at }) => ({
  'account/general': [
    record(accountId, 'active', at(-400), {
      name: 'Night show',
      email: 'studio@example.com',
      plan: 'studio',
      timeZone: 'UTC',
    }),
    record('acc_2', 'active', at(-120), {
      name: 'Studio North',
      email: 'north@example.com',
      plan: 'starter',
      timeZone: 'UTC',
    }),
  ],
  'account/session': [
    session(sessionId, 'Control desk', at(-6, '18:05'), at(-1, '22:40')),
    session('ses_2', 'Tablet in the green room', at(-3, '17:20'), at(-2, '23:10')),
    session('ses_3', 'Laptop of the editor', at(-30, '09:00'), at(-9, '16:45')),
  ],
  'account/types': ['Studio', 'Stage', 'Outdoor', 'Home'].map((name, place) =>
    record(`typ_${place + 1}`, 'active', at(-400), { name, kind: 'location_place' }),
  ),
})

function session(id: string, device: string, createdAt: string, lastSeenAt: string) {
  return record(id, 'active', createdAt, { sessionId: id, deviceId: id, accountId, device, lastSeenAt })
}
