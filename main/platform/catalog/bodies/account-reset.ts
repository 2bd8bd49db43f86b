import { email, record } from './fields.ts'

/** Password reset (specification, section 2.2). */
export const accountReset = record({
  email: email({ label: 'Email', hint: 'The address that the account signs in with.' }),
})
