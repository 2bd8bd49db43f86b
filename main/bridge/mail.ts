import { createMailStore } from '../writing/mail/settings.ts'
import type { HandlersOf, Services } from './handlers.ts'

export function mailHandlers({
  settings,
  events,
  mailCompiler,
  testMails,
}: Pick<Services, 'settings' | 'events' | 'mailCompiler' | 'testMails'>): HandlersOf<'mail'> {
  const mail = createMailStore(settings)
  return {
    'mail.settings': () => mail.get(),
    'mail.change': (change) => {
      const next = mail.change(change)
      events.emit('mail.changed', next)
      return next
    },
    'mail.compile': ({ mjml }) => mailCompiler.compile(mjml),
    'mail.test': async ({ name, text }) => {
      await testMails.open(name, text)
      return {}
    },
  }
}
