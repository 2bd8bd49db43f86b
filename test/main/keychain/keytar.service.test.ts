import { it } from 'vitest'
import { openKeychain } from '../../../main/keychain/index.ts'
import { systemClock } from '../../../main/ports.ts'
import { keychainContract } from './keychain-contract.ts'
import { noService, withService } from './service.ts'

if (withService) keychainContract('keytar', (log) => openKeychain({ clock: systemClock, log, prefer: 'keytar' }))
else it.skip(`a keychain over keytar: ${noService}`, () => {})
