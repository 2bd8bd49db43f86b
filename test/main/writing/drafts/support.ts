// A store of drafts on a real profile with the real ledger, a clock that tests move, a keychain and a platform in memory.
import { onTestFinished } from 'vitest'
import { bridgeMethods, type BridgeParams } from '#contract/bridge.ts'
import { createDrafts } from '../../../../main/writing/drafts/index.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createVault, createVaultIndex } from '../../../../main/core/keychain/vault.ts'
import { createLedger } from '../../../../main/platform/ledger/index.ts'
import type { Operation } from '../../../../main/platform/catalog/entry.ts'
import { operations as catalog } from '../../../../main/platform/catalog/index.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { createFakeClient, createFakeClock, operations as notes, quietLog } from '../../platform/ledger/support.ts'
import { temporary } from '../../core/storage/support.ts'
import { atRestOver } from '../../../support/at-rest.ts'

export { confirmed, refused, unreachable } from '../../platform/ledger/support.ts'

export const note = 'POST /api/notes/create'
export const template = 'POST /api/marketing/template/create'
export const event = 'PUT /api/video/event/update'

const operations: ReadonlyMap<string, Operation> = new Map([...catalog, ...notes])

/** An input as the bridge hands it over, defaults filled in. */
export const input = (given: Record<string, unknown> = {}): BridgeParams<'drafts.save'> =>
  bridgeMethods['drafts.save'].input.parse({ operation: note, title: 'Evening', body: { name: 'Evening' }, ...given })

export const listing = (given: Record<string, unknown> = {}): BridgeParams<'drafts.list'> =>
  bridgeMethods['drafts.list'].input.parse({ limit: 50, ...given })

/** A started store; `restart` opens everything anew on the same profile and keychain. */
export async function createDesk(folder?: string) {
  const profile = folder ?? (await temporary())
  const clock = createFakeClock()
  const client = createFakeClient(clock)
  const keychain = createMemoryKeychain({ clock, log: quietLog })
  async function open() {
    const redactor = createRedactor()
    const database = await openProfile({
      folder: profile,
      clock,
      log: quietLog,
      isSecret: (text) => redactor.holdsAtRest(text),
    })
    const vault = createVault({ keychain, redactor, index: createVaultIndex(database) })
    const ledger = createLedger({
      database,
      client,
      operations,
      vault,
      clock,
      log: quietLog,
      environment: () => 'rehearsal',
      account: () => undefined,
      redact: (value) => redactor.json(value),
    })
    const drafts = createDrafts({
      database,
      vault,
      redactor,
      atRest: atRestOver(redactor),
      ledger,
      operations,
      clock,
      log: quietLog,
    })
    ledger.start()
    drafts.start()
    return { database, redactor, vault, ledger, drafts }
  }
  async function close() {
    desk.drafts.stop()
    const stopped = desk.ledger.stop(0)
    await clock.advance(0)
    await stopped
    clock.clear()
    desk.database.close()
  }
  const desk = {
    folder: profile,
    clock,
    client,
    keychain,
    ...(await open()),
    async restart() {
      await close()
      Object.assign(desk, await open())
    },
  }
  onTestFinished(close)
  return desk
}
