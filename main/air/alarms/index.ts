// What needs a person at once, from the desk's own cross-check and from whoever else looks.
import type { Alarm, AlarmCode } from '#contract/air/alarms.ts'
import { createListeners } from '#contract/listeners.ts'
import { listenerFailed } from '../../core/log.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { Alarms } from './types.ts'

export type { Alarms } from './types.ts'

const leaseMs = 5_000

export function createAlarms({ clock, log }: { clock: Clock; log: Log }): Alarms {
  const sources = new Map<string, { alarms: readonly Alarm[]; cancel: () => void }>()
  const listeners = createListeners<[Alarm[]]>(listenerFailed(log))
  let told = '[]'

  function list(): Alarm[] {
    const first = new Map<AlarmCode, Alarm>()
    for (const { alarms } of sources.values()) {
      for (const alarm of alarms) {
        const known = first.get(alarm.code)
        if (known === undefined || alarm.since < known.since) first.set(alarm.code, alarm)
      }
    }
    return [...first.values()].sort(
      (a, b) => Number(a.level === 'attention') - Number(b.level === 'attention') || a.since.localeCompare(b.since),
    )
  }

  function tell(): void {
    const alarms = list()
    const text = JSON.stringify(alarms)
    if (text === told) return
    told = text
    listeners.emit(alarms)
  }

  function end(source: string): void {
    sources.get(source)?.cancel()
    sources.delete(source)
  }

  return {
    list,
    report(source, alarms) {
      end(source)
      if (alarms.length > 0) {
        const cancel = clock.after(leaseMs, () => {
          sources.delete(source)
          tell()
        })
        sources.set(source, { alarms, cancel })
      }
      tell()
    },
    onChange: listeners.add,
    stop() {
      for (const { cancel } of sources.values()) cancel()
    },
  }
}
