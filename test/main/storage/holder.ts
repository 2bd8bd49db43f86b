// Opens a profile, commits one row, says so and waits to be killed.
import { systemClock } from '../../../main/ports.ts'
import { openProfile } from '../../../main/storage/index.ts'

const database = await openProfile({ folder: process.argv[2] ?? '', clock: systemClock, log: { write: () => undefined } })
database.statement("INSERT INTO settings (key, value) VALUES ('held', 'x')").run()
process.stdout.write('held\n')
setInterval(() => undefined, 60_000)
