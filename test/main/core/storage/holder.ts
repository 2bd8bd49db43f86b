// Opens a profile, commits one row, says so and waits to be killed. With a second argument, another account does, which need not be able to
// read this file: what is loaded is loaded by then.
import { systemClock } from '../../../../main/core/ports.ts'
import { loadSqlite } from '../../../../main/core/storage/sqlite.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'

const account = process.argv[3]
if (account !== undefined) {
  await loadSqlite()
  process.setgroups?.([])
  process.setgid?.(Number(account))
  process.setuid?.(Number(account))
}

const database = await openProfile({
  folder: process.argv[2] ?? '',
  clock: systemClock,
  log: { write: () => undefined },
})
database.statement("INSERT INTO settings (key, value) VALUES ('held', 'x')").run()
process.stdout.write('held\n')
setInterval(() => undefined, 60_000)
