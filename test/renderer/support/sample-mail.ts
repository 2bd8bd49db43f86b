// Mail settings for screens, and a compiler that only wraps what it is given.
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import type { BridgeEvents } from '#contract/events.ts'
import type { MailSettings } from '#contract/mail.ts'

type Handlers = { [M in BridgeMethod]?: (input: BridgeInput<M>) => BridgeOutput<M> }

const first: MailSettings = {
  clients: ['gmail', 'apple-mail', 'outlook', 'outlook-windows', 'yahoo'],
  brand: {
    name: 'Night show',
    logo: '',
    accent: '#4f46e5',
    background: '#f4f4f5',
    text: '#18181b',
    footer: 'Night show, Harbour Street 1',
    unsubscribe: 'https://watch.example.org/unsubscribe?u={{email}}',
    fromName: 'Night show',
    fromEmail: 'show@watch.example.org',
    replyTo: '',
  },
  snippets: [],
  sections: [],
}

export function sampleMail(push: <E extends keyof BridgeEvents>(event: E, payload: BridgeEvents[E]) => void): Handlers {
  let settings = first
  return {
    'mail.settings': () => settings,
    'mail.change': (change) => {
      settings = { ...settings, ...(change as Partial<MailSettings>) }
      push('mail.changed', settings)
      return settings
    },
    'mail.test': () => ({}),
    'mail.compile': ({ mjml }) => ({ html: `<html><body>${mjml}</body></html>`, problems: [] }),
  }
}
