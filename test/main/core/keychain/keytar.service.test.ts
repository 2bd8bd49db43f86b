import { it } from 'vitest'
import { openKeychain } from '../../../../main/core/keychain/index.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { keychainContract } from './keychain-contract.ts'
import { noKeytar, noService, withKeytar, withService } from './service.ts'

if (withService && withKeytar)
  keychainContract('keytar', (log) => openKeychain({ clock: systemClock, log, prefer: 'keytar', deadlineMs: 50_000 }))
else it.skip(`a keychain over keytar: ${withService ? noKeytar : noService}`, () => {})
