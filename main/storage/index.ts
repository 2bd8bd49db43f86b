import { migrations } from './migrations/index.ts'
import type { ProfileOptions } from './open.ts'
import { openProfileWith } from './open.ts'
import type { ProfileDatabase } from './types.ts'

/**
 * Opens the profile in a folder, alone (design section 7). Throws DeskError `conflict` where another desk uses it,
 * `storage_failed` where it can't be written or a newer version made it, `storage_full` where the disk is full; nothing is changed then.
 */
export const openProfile = (options: ProfileOptions): Promise<ProfileDatabase> => openProfileWith(migrations, options)
