import type { TransportAction } from '#contract/access-kinds.ts'
import type { Deed } from '#contract/deed-schema.ts'
import { deedFor, transportDeed } from '#answers/deeds.ts'
import type { EventForm } from './form.ts'
import type { EventVerb } from './fields.ts'

/** What a write to one destination of an event does. */
export function eventDeed(
  act: TransportAction | EventVerb | 'publish' | 'change',
  { details }: Pick<EventForm, 'details'>,
  destination: string,
): Deed {
  const name = typeof details.title === 'string' ? details.title : undefined
  switch (act) {
    case 'start':
    case 'pause':
    case 'resume':
    case 'stop':
      return transportDeed(act, name === undefined ? undefined : { name }, destination)
    case 'publish':
    case 'create':
      return deedFor('event_published', { name, detail: destination })
    case 'change':
    case 'update':
      return deedFor('event_changed', { name, detail: destination })
    case 'delete':
      return deedFor('event_removed', { name, detail: destination })
  }
}
