import { compileMjml } from '../mail/compile.ts'
import { createMailStore } from '../mail/settings.ts'
import type { HandlersOf, Services } from './handlers.ts'

export function mailHandlers({ settings, events }: Pick<Services, 'settings' | 'events'>): HandlersOf<'mail'> {
  const mail = createMailStore(settings)
  return {
    'mail.settings': () => mail.get(),
    'mail.change': (change) => {
      const next = mail.change(change)
      events.emit('mail.changed', next)
      return next
    },
    'mail.compile': ({ mjml }) => compileMjml(mjml),
  }
}
