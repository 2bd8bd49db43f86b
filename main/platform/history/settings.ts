import { z } from 'zod'
import type { HistorySettings } from '#contract/requests.ts'
import { bridgeMethods } from '#contract/bridge.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'

export const historySetting = 'history'

const { reads, readDays, writeDays } = bridgeMethods['history.configure'].input.shape
/** What is missing or can't be read has its default. */
export const keptHistory = z.strictObject({ reads, readDays, writeDays })

const defaults: HistorySettings = { reads: 'requests', readDays: 30, writeDays: 0 }

export function readHistorySettings(settings: Pick<SettingsStore, 'read'>): HistorySettings {
  return merged(defaults, keptHistory.safeParse(settings.read(historySetting) ?? {}).data ?? {})
}

export function merged(before: HistorySettings, change: z.output<typeof keptHistory>): HistorySettings {
  return {
    reads: change.reads ?? before.reads,
    readDays: change.readDays ?? before.readDays,
    writeDays: change.writeDays ?? before.writeDays,
  }
}
