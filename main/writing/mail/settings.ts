import { mailSettingsSchema, plainBrand, type MailSettings } from '#contract/mail.ts'
import { keptParts, type SettingsStore } from '../../core/profile/settings.ts'

const defaults: MailSettings = {
  clients: ['gmail', 'apple-mail', 'outlook', 'outlook-windows', 'yahoo'],
  brand: plainBrand,
  snippets: [],
  sections: [],
}
/** The name of the setting that keeps them. */
export const mailSetting = 'mail'

/** Parts that an older or newer version kept. */
export const mailParts = () => mailSettingsSchema().partial()

export interface MailStore {
  get(): MailSettings
  /** Throws `invalid_input` for a known secret. */
  change(change: { [K in keyof MailSettings]?: MailSettings[K] | undefined }): MailSettings
}

/** What was kept by another version and is not understood is left out, part by part. */
export function createMailStore(settings: Pick<SettingsStore, 'read' | 'write'>): MailStore {
  let current: MailSettings = { ...defaults, ...keptParts(mailSettingsSchema(), settings.read(mailSetting)) }
  return {
    get: () => current,
    change(change) {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const next: MailSettings = { ...current, ...given }
      settings.write(mailSetting, { ...next })
      current = next
      return next
    },
  }
}
