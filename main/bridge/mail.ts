import { compileMjml } from '../mail/compile.ts'
import { createMailStore } from '../mail/settings.ts'
import type { HandlersOf, Services } from './handlers.ts'

export function mailHandlers({
  settings,
  events,
  testMails,
}: Pick<Services, 'settings' | 'events' | 'testMails'>): HandlersOf<'mail'> {
  const mail = createMailStore(settings)
  return {
    'mail.settings': () => mail.get(),
    'mail.change': (change) => {
      const next = mail.change(change)
      events.emit('mail.changed', next)
      return next
    },
    'mail.compile': ({ mjml }) => compileMjml(mjml),
    'mail.test': async ({ name, text }) => {
      await testMails.open(name, text)
      return {}
    },
  }
}
