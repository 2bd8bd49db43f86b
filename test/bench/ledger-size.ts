// What a submit costs with 20,000 intents in the ledger, against one with 100.
import { DatabaseSync } from 'node:sqlite'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { endDesk, startDesk, temporaryProfile } from '../support/desk.ts'
import { compare, type Verdict } from './measure.ts'
import type { BenchStub } from './support.ts'

const operation = 'POST /api/marketing/contact/create'
const request = (n: number) => ({ operation, body: { name: `Contact ${n}`, email: `contact${n}@example.com` } })

export async function benchLedgerSize(stub: BenchStub): Promise<Verdict[]> {
  const args = ['--environment', 'development', '--base-url', stub.baseUrl]
  const sizes = [100, 20_000]
  const desks = []
  for (const size of sizes) {
    const profile = temporaryProfile()
    const first = await startDesk({ profile, args })
    const filling = await first.connect()
    await filling.call('credentials.save', { environment: 'development', credential: 'apiKey', value: 'bench-key' })
    for (let n = 0; n < 100; n += 1) await filling.call('ledger.submit', request(n))
    await first.stop()
    multiply(profile, size)
    const desk = await startDesk({ profile, args })
    const connection = await desk.connect()
    await connection.call('credentials.save', { environment: 'development', credential: 'apiKey', value: 'bench-key' })
    desks.push({ size, desk, connection })
  }
  let n = 0
  const times = await compare(
    desks.map(({ size, connection }) => ({
      name: String(size),
      run: async (count: number) => {
        for (let done = 0; done < count; done += 1) await connection.call('ledger.submit', request((n += 1)))
      },
    })),
    { rounds: 15, count: 100, warmUp: 200 },
  )
  for (const { desk } of desks) await endDesk(desk)
  return [
    {
      name: 'a submit among 20,000 intents / among 100',
      ratio: times.ratio('20000', '100'),
      bound: 1.2,
      keep: 'at most',
      note: `${times.ms('20000').toFixed(3)} ms against ${times.ms('100').toFixed(3)} ms`,
    },
  ]
}

/** Copies the settled intents of a closed profile under new ids until there are `size` of them. */
function multiply(profile: string, size: number): void {
  const file = readdirSync(profile).find((name) => /^(showdesk|profile).*\.db$/.test(name))
  if (file === undefined) throw new Error('The profile has no database')
  const database = new DatabaseSync(join(profile, file))
  const columns = database
    .prepare('PRAGMA table_info(intents)')
    .all()
    .map(({ name }) => String(name))
  const rest = columns.filter((name) => name !== 'id' && name !== 'reference')
  const copy = database.prepare(
    `INSERT INTO intents (id, reference, ${rest.join(', ')}) SELECT '0' || substr(id, 2, 20) || '-' || ? , reference || '-' || ?, ${rest.join(', ')} FROM intents WHERE length(reference) < 60 AND instr(reference, '-') = 0`,
  )
  const count = () => Number(database.prepare('SELECT count(*) AS n FROM intents').get()?.n)
  database.exec('BEGIN')
  for (let round = 1; count() < size; round += 1) copy.run(String(round), String(round))
  database.exec('COMMIT')
  database.close()
}
