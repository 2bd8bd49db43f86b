import { messageOf } from '#contract/errors.ts'
import type { HistorySettings } from '#contract/requests.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { ProvenTime } from '../../core/storage/proven-time.ts'
import type { Forgetting } from './forgetting.ts'

const dayMs = 86_400_000
const firstPassMs = 20_000

export function createRetention(parts: {
  forgetting: Forgetting
  settings: () => HistorySettings
  provenTime: Pick<ProvenTime, 'now'>
  clock: Clock
  log: Log
}) {
  const { forgetting, settings, provenTime, clock, log } = parts
  let running = false
  let passing = false
  let cancel = () => {}
  const going = () => running
  const daysAgo = (days: number) => new Date(provenTime.now() - days * dayMs).toISOString()

  async function pass(): Promise<void> {
    const reads = await forgetting.reads(daysAgo(settings().readDays), going)
    if (reads > 0) log.write('info', 'Reads that were too old for the history were forgotten.', { reads })
  }

  function run(): void {
    if (passing) return plan(firstPassMs)
    passing = true
    void pass()
      .catch((error: unknown) =>
        log.write('warn', 'The history was not tidied; it is tried again tomorrow.', {
          reason: messageOf(error),
        }),
      )
      .then(() => {
        passing = false
        plan(dayMs)
      })
  }

  function plan(ms: number): void {
    cancel()
    if (running) cancel = clock.after(ms, run)
  }

  return {
    start(): void {
      running = true
      plan(firstPassMs)
    },
    soon: (): void => plan(0),
    stop(): void {
      running = false
      cancel()
    },
  }
}
