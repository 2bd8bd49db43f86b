export { rehearsalCredentials } from './auth.ts'
export { startRehearsal } from './server.ts'
export type { Rehearsal } from './server.ts'
