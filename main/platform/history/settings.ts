import { z } from 'zod'
import type { HistorySettings } from '#contract/requests.ts'
import { bridgeMethods } from '#contract/bridge.ts'
import { keptParts, type SettingsStore } from '../../core/profile/settings.ts'

export const historySetting = 'history'

const { reads, readDays } = bridgeMethods['history.configure'].input.shape
export const keptHistory = z.strictObject({ reads, readDays })

const defaults: HistorySettings = { reads: 'requests', readDays: 30 }

/** What is missing or can't be read has its default. */
export function readHistorySettings(settings: Pick<SettingsStore, 'read'>): HistorySettings {
  return merged(defaults, keptParts(keptHistory, settings.read(historySetting)))
}

export function merged(before: HistorySettings, change: z.output<typeof keptHistory>): HistorySettings {
  return { reads: change.reads ?? before.reads, readDays: change.readDays ?? before.readDays }
}
