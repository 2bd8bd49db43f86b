// The rehearsal platform as the rest of main uses it.
export { rehearsalCredentials } from './auth.ts'
export { startRehearsal } from './server.ts'
export type { Rehearsal } from './server.ts'
