// Opens a profile, commits one row more, says so, restores a backup, says so and waits to be killed.
import { systemClock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'

const [folder = '', backup = ''] = process.argv.slice(2)
const database = await openProfile({ folder, clock: systemClock, log: { write: () => undefined } })
database.statement("INSERT INTO settings (key, value) VALUES ('held', 'x')").run()
process.stdout.write('held\n')
setInterval(() => undefined, 60_000)
await database.closeAndRestore(backup)
process.stdout.write('restored\n')
