export { rehearsalCredentials } from './auth.ts'
export { ownManner, type Manner } from './call.ts'
export { startRehearsal } from './server.ts'
export type { Rehearsal } from './server.ts'
