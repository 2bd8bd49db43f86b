// A desk's ledger that submits without end until it is killed. The platform is a file: one line per write that it applied.
// Every line on stdout is an answer that a person could have seen.
import { appendFileSync } from 'node:fs'
import { systemClock } from '../../../../main/core/ports.ts'
import { createLedger } from '../../../../main/platform/ledger/index.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import {
  confirmed,
  create,
  createFakeClient,
  createFakeVault,
  operations,
  quietLog,
  refund,
  stage,
  unreachable,
  update,
} from './support.ts'

const [folder = '', platform = ''] = process.argv.slice(2)
const client = createFakeClient(systemClock)
client.onRead = () => ({ items: [{ id: 'x' }] })
client.onWrite = async ({ reference }) => {
  if (Math.random() < 0.2) return unreachable()
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 3))
  appendFileSync(platform, `${reference}\n`)
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 3))
  return confirmed()
}
const database = await openProfile({ folder, clock: systemClock, log: quietLog })
const ledger = createLedger({
  database,
  client,
  operations,
  vault: createFakeVault(),
  clock: systemClock,
  log: quietLog,
  environment: () => 'rehearsal',
  account: () => undefined,
  redact: (value) => value,
})
ledger.start()
process.stdout.write('ready\n')

async function submitForEver(lane: number): Promise<void> {
  for (let n = 0; ; n += 1) {
    const request =
      [
        create(`note ${lane} ${n}`),
        update(`n${lane}`, `text ${n}`),
        stage(`s${n % 2}`, true),
        refund(n + lane * 100_000),
      ][n % 4] ?? create('x')
    const intent = await ledger.submit(request)
    process.stdout.write(`${intent.id} ${intent.reference} ${intent.state}\n`)
  }
}
await Promise.all([1, 2, 3].map(submitForEver))
