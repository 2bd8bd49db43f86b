// What signing in and the like usually take; the specification shows the body of the password reset alone (section 2.2).
import { email, text } from '../bodies/fields.ts'
import { offered, password } from './fields.ts'

const address = email({ label: 'Email', hint: 'The address that the account signs in with.' })
const device = text({ label: 'Device', hint: 'The name of this computer in the list of signed-in devices.' })

export const login = offered({
  email: address,
  password: password('Password', 'Sent once and not stored.'),
  device,
})

export const signUp = offered({
  name: text({ label: 'Name', hint: 'The name of the account.' }),
  email: address,
  password: password('Password', 'Sent once and not stored.'),
})

export const forgot = offered({ email: address })

export const setPassword = offered({
  currentPassword: password('Current password', 'If the platform asks for it.'),
  password: password('New password', 'Sent once and not stored.'),
})

export const logoutDevice = offered({
  deviceId: text({ label: 'Device', hint: 'Its identifier in the list of signed-in devices.' }),
  sessionId: text({ label: 'Session', hint: "The session's own identifier, where the list shows one." }),
})
