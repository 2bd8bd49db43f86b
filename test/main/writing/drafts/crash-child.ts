// A desk that saves without end until it is killed. Every line on stdout is a save that a person saw acknowledged.
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { createDrafts } from '../../../../main/writing/drafts/index.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createVault, createVaultIndex } from '../../../../main/core/keychain/vault.ts'
import { createLedger } from '../../../../main/platform/ledger/index.ts'
import { systemClock as clock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { createFakeClient, operations, quietLog as log } from '../../platform/ledger/support.ts'
import { atRestOver } from '../../../support/at-rest.ts'

const [folder = ''] = process.argv.slice(2)
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
process.stdout.write('ready\n')

async function type(id: string): Promise<void> {
  const known = (await drafts.list({ limit: 50, removed: false })).items.find((head) => head.id === id)
  let revision = known?.revision ?? 0
  for (let n = revision; ; n += 1) {
    const body = { name: `${'long text '.repeat(300)}${n}` }
    const saved = await drafts.save({
      id,
      baseRevision: revision,
      operation: 'POST /api/notes/create',
      title: id,
      path: {},
      query: {},
      body,
      notes: '',
      tags: [],
      extra: {},
    })
    revision = saved.revision
    process.stdout.write(`${id} ${revision} ${n}\n`)
    if (n % 5 === 0) await drafts.list({ limit: 5, removed: false, query: 'long' })
    await new Promise((resolve) => setImmediate(resolve))
  }
}
await Promise.all([type('one'), type('two')])
