// What signing in and the like usually take; the specification shows the body of the password reset alone (section 2.2).
import { email, text } from '../bodies/fields.ts'
import { offered, password } from './fields.ts'

const address = email({ label: 'E-mail address', hint: 'The address that the account signs in with.' })
const device = text({ label: 'Device', hint: 'How this desk is called in the list of signed-in devices.' })

export const login = offered({
  email: address,
  password: password('Password', 'Sent once, then forgotten by the desk.'),
  device,
})

export const signUp = offered({
  name: text({ label: 'Name', hint: 'How the account is called.' }),
  email: address,
  password: password('Password', 'Sent once, then forgotten by the desk.'),
})

export const forgot = offered({ email: address })

export const setPassword = offered({
  currentPassword: password('Present password', 'Where the platform asks for it.'),
  password: password('New password', 'Sent once, then forgotten by the desk.'),
})

export const logoutDevice = offered({
  deviceId: text({ label: 'Device', hint: 'Its identifier in the list of signed-in devices.' }),
  sessionId: text({ label: 'Session', hint: "The session's own identifier, where the list shows one." }),
})
