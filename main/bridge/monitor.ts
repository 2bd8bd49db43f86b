import type { HandlersOf, Services } from './handlers.ts'

export function monitorHandlers({ monitor }: Services): HandlersOf<'monitor'> {
  return {
    'monitor.get': ({ environment }) => monitor.get(environment),
    'monitor.set': (change) => monitor.set(change),
    'monitor.open': (wanted) => monitor.open(wanted),
    'monitor.close': ({ ticket }) => {
      monitor.close(ticket)
      return {}
    },
  }
}
