// Another program on the same database file: runs the statements of its arguments, says so, and ends its transaction when its input ends.
import { DatabaseSync } from 'node:sqlite'

const [file = '', ...statements] = process.argv.slice(2)
const connection = new DatabaseSync(file)
for (const statement of statements) connection.exec(statement)
process.stdout.write('held\n')
process.stdin.resume().on('end', () => {
  connection.exec('COMMIT')
  connection.close()
})
