export { holderOf } from './lock.ts'
import { migrations } from './migrations/index.ts'
import { openProfileWith, type ProfileOptions } from './open.ts'
import type { ProfileDatabase } from './types.ts'

/**
 * Throws `conflict` where another desk uses the profile, `storage_failed` where it can't be written or is
 * newer, `storage_full`; then nothing was changed.
 */
export const openProfile = (options: ProfileOptions): Promise<ProfileDatabase> => openProfileWith(migrations, options)
