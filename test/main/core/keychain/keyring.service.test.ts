import { it } from 'vitest'
import { openKeychain } from '../../../../main/core/keychain/index.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { keychainContract } from './keychain-contract.ts'
import { noService, withService } from './service.ts'

if (withService)
  keychainContract('keyring', (log) => openKeychain({ clock: systemClock, log, prefer: 'keyring', deadlineMs: 50_000 }))
else it.skip(`a keychain over keyring: ${noService}`, () => {})
