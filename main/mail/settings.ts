import { mailSettingsSchema, type MailSettings } from '#contract/mail.ts'
import type { SettingsStore } from '../desk/settings.ts'

const defaults: MailSettings = {
  clients: ['gmail', 'apple-mail', 'outlook', 'outlook-windows', 'yahoo'],
  brand: {
    name: '',
    logo: '',
    accent: '#4f46e5',
    background: '#f4f4f5',
    text: '#18181b',
    footer: '',
    unsubscribe: '',
    fromName: '',
    fromEmail: '',
    replyTo: '',
  },
  snippets: [],
  sections: [],
}
const kept = 'mail'

export interface MailStore {
  get(): MailSettings
  /** Throws `invalid_input` for a known secret. */
  change(change: { [K in keyof MailSettings]?: MailSettings[K] | undefined }): MailSettings
}

/** What was kept by another version and is not understood is left out, part by part. */
export function createMailStore(settings: Pick<SettingsStore, 'read' | 'write'>): MailStore {
  const parts = mailSettingsSchema().partial()
  function read(): MailSettings {
    const before = settings.read(kept)
    const entries = Object.entries(typeof before === 'object' && before !== null ? before : {})
    const understood = entries.filter(([name, value]) => parts.safeParse({ [name]: value }).success)
    return { ...defaults, ...(Object.fromEntries(understood) as Partial<MailSettings>) }
  }
  let current = read()
  return {
    get: () => current,
    change(change) {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const next: MailSettings = { ...current, ...given }
      settings.write(kept, { ...next })
      current = next
      return next
    },
  }
}
