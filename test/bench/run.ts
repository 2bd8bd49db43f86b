// `npm run bench`: builds the desk, measures each number side by side with what it is compared to, and says which bound holds.
// Names as arguments run a part of it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../support/desk.ts'
import { benchAnswer } from './answer.ts'
import { benchBridge } from './big-list.ts'
import { benchDrafts } from './drafts.ts'
import { benchFirstLoad } from './first-load.ts'
import { benchFirstPreview } from './first-preview.ts'
import { benchLedgerSize } from './ledger-size.ts'
import { kept, type Verdict } from './measure.ts'
import { benchLive } from './live.ts'
import { benchPages } from './pages.ts'
import { benchPalette } from './palette.ts'
import { benchIdle, benchOverlays } from './overlays.ts'
import { benchParts } from './parts.ts'
import { benchPress } from './press.ts'
import { benchQueue } from './queue.ts'
import { benchReading } from './reading.ts'
import { benchStart } from './start.ts'
import { startBenchStub, type BenchStub } from './support.ts'
import { benchTable } from './table.ts'
import { benchTyping } from './typing.ts'
import { benchUpgrade } from './upgrade.ts'
import { benchWhole } from './whole.ts'

const benches: Array<[string, (stub: BenchStub) => Promise<Verdict[]>]> = [
  ['start', benchStart],
  ['upgrade', benchUpgrade],
  ['parts', benchParts],
  ['ledger', benchLedgerSize],
  ['whole', benchWhole],
  ['press', benchPress],
  ['queue', benchQueue],
  ['reading', benchReading],
  ['drafts', benchDrafts],
  ['typing', benchTyping],
  ['preview', benchFirstPreview],
  ['table', benchTable],
  ['live', benchLive],
  ['answer', benchAnswer],
  ['palette', benchPalette],
  ['pages', benchPages],
  ['bridge', benchBridge],
  ['load', benchFirstLoad],
  ['overlays', benchOverlays],
  ['idle', benchIdle],
]
const wanted = process.argv.slice(2)
const names = benches.map(([name]) => name)
const usage = `npm run bench               builds the desk and measures everything
npm run bench -- queue      a part alone; the parts are ${names.join(', ')}
`
const asked = wanted.some((name) => name === '--help' || name === '-h')
const unknown = wanted.filter((name) => !names.includes(name))
if (asked || unknown.length > 0) {
  if (asked) process.stdout.write(usage)
  else process.stderr.write(`There is no part named ${unknown.join(', ')}.\n\n${usage}`)
  process.exit(asked ? 0 : 2)
}

const built = spawnSync(join(root, 'node_modules/.bin/electron-vite'), ['build', '--logLevel', 'warn'], {
  cwd: root,
  stdio: 'inherit',
})
if (built.status !== 0) process.exit(1)

const stub = await startBenchStub()
let failed = 0
for (const [name, bench] of benches) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const verdict of await bench(stub)) {
    const good = kept(verdict)
    if (!good) failed += 1
    process.stdout.write(
      `${good ? 'kept  ' : 'BROKEN'}  ${verdict.name}: ${verdict.ratio.toFixed(2)} (${verdict.keep} ${verdict.bound}; ${verdict.note})\n`,
    )
  }
}
stub.stop()
process.exitCode = failed === 0 ? 0 : 1
