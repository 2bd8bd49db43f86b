// `npm run bench`: builds the desk, measures each number side by side with what it is compared to, and says which bound holds.
// Names as arguments run a part of it: start, upgrade, parts, ledger, whole, press, queue, reading, drafts, typing, preview, table, live, answer, palette, pages, load, overlays, monitor, idle.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../support/desk.ts'
import { benchAnswer } from './answer.ts'
import { benchDrafts } from './drafts.ts'
import { benchFirstLoad } from './first-load.ts'
import { benchFirstPreview } from './first-preview.ts'
import { benchLedgerSize } from './ledger-size.ts'
import { kept, type Verdict } from './measure.ts'
import { benchLive } from './live.ts'
import { benchMonitor } from './monitor.ts'
import { benchPages } from './pages.ts'
import { benchPalette } from './palette.ts'
import { benchIdle, benchOverlays } from './overlays.ts'
import { benchParts } from './parts.ts'
import { benchPress } from './press.ts'
import { benchQueue } from './queue.ts'
import { benchReading } from './reading.ts'
import { benchStart } from './start.ts'
import { startBenchStub } from './support.ts'
import { benchTable } from './table.ts'
import { benchTyping } from './typing.ts'
import { benchUpgrade } from './upgrade.ts'
import { benchWhole } from './whole.ts'

const wanted = process.argv.slice(2)
const built = spawnSync(join(root, 'node_modules/.bin/electron-vite'), ['build', '--logLevel', 'warn'], {
  cwd: root,
  stdio: 'inherit',
})
if (built.status !== 0) process.exit(1)

const stub = await startBenchStub()
const benches: Array<[string, () => Promise<Verdict[]>]> = [
  ['start', benchStart],
  ['upgrade', benchUpgrade],
  ['parts', () => benchParts(stub)],
  ['ledger', () => benchLedgerSize(stub)],
  ['whole', () => benchWhole(stub)],
  ['press', benchPress],
  ['queue', () => benchQueue(stub)],
  ['reading', benchReading],
  ['drafts', benchDrafts],
  ['typing', benchTyping],
  ['preview', benchFirstPreview],
  ['table', benchTable],
  ['live', benchLive],
  ['answer', benchAnswer],
  ['palette', benchPalette],
  ['pages', benchPages],
  ['load', benchFirstLoad],
  ['overlays', () => benchOverlays(stub)],
  ['monitor', benchMonitor],
  ['idle', benchIdle],
]
let failed = 0
for (const [name, bench] of benches) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const verdict of await bench()) {
    const good = kept(verdict)
    if (!good) failed += 1
    process.stdout.write(
      `${good ? 'kept  ' : 'BROKEN'}  ${verdict.name}: ${verdict.ratio.toFixed(2)} (${verdict.keep} ${verdict.bound}; ${verdict.note})\n`,
    )
  }
}
stub.stop()
process.exitCode = failed === 0 ? 0 : 1
