// A desk whose disk a test fills: one JSON command a line, one answer each.
import { execFileSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { DeskError } from '#contract/errors.ts'
import { createDrafts } from '../../../../main/writing/drafts/index.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createVault, createVaultIndex } from '../../../../main/core/keychain/vault.ts'
import { createLedger } from '../../../../main/platform/ledger/index.ts'
import { systemClock, type Clock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { atRestOver } from '../../../support/at-rest.ts'
import { createFakeClient, operations, quietLog as log } from '../../platform/ledger/support.ts'

const [folder = ''] = process.argv.slice(2)
/** Short waits are over at once: what the desk does soon after its start is done. */
const clock: Clock = { ...systemClock, after: (ms, run) => systemClock.after(ms <= 10_000 ? 1 : ms, run) }
const database = await openProfile({ folder, clock, log })
const redactor = createRedactor()
const vault = createVault({
  keychain: createMemoryKeychain({ clock, log }),
  redactor,
  index: createVaultIndex(database),
})
const ledger = createLedger({
  database,
  client: createFakeClient(clock),
  operations,
  vault,
  clock,
  log,
  environment: () => 'rehearsal',
  account: () => undefined,
  redact: (value) => value,
})
const drafts = createDrafts({ database, vault, redactor, atRest: atRestOver(redactor), ledger, operations, clock, log })
drafts.start()

export interface DiskCommand {
  do: 'save' | 'bin' | 'end' | 'ids' | 'shell'
  with?: string
  bytes?: number
}

const actions: Record<DiskCommand['do'], (command: DiskCommand) => unknown> = {
  save: async ({ with: id = '', bytes = 1 }) => {
    const body = { name: `${id} ${'x'.repeat(bytes)}` }
    const rest = { path: {}, query: {}, notes: '', tags: [], extra: {} }
    await drafts.save({ id, operation: 'POST /api/notes/create', title: id, body, ...rest })
  },
  bin: async ({ with: id = '' }) => await drafts.remove(id, false),
  end: async ({ with: id = '' }) => await drafts.remove(id, true),
  ids: async () => (await drafts.list({ limit: 200, removed: false })).items.map(({ id }) => id).sort(),
  shell: ({ with: script = '' }) => execFileSync('sh', ['-c', script, 'sh', folder], { encoding: 'utf8' }),
}

async function answer(command: DiskCommand): Promise<object> {
  try {
    return { value: (await actions[command.do](command)) ?? null }
  } catch (error) {
    return { refused: error instanceof DeskError ? error.code : String(error) }
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line) as DiskCommand))}\n`)
