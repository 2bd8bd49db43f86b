// Loaded before a script, in plain JavaScript: a Node that is too old can't read the scripts to say so.
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
const parts = (version) => version.split('.').map(Number)
const least = /\d+\.\d+\.\d+/.exec(engines.node)[0]
const [own, wanted] = [parts(process.versions.node), parts(least)]
const place = own.findIndex((part, index) => part !== wanted[index])

if (place !== -1 && own[place] < wanted[place]) {
  process.stderr.write(
    `Showdesk needs Node ${least} or newer, and this is ${process.versions.node}. Run npm ci, which brings its own, or install a newer one.\n`,
  )
  process.exit(1)
}
