import { eventDetails } from './event-details.ts'
import { eventOptions } from './event-options.ts'
import { field, record } from './fields.ts'

/** Update of an external event (specification, section 2.3), as it goes over the wire: credentials are text here, not references. */
export const eventUpdate = record({
  options: field(eventOptions, { label: 'Provider', hint: 'The external platform and how to reach it.', order: 1 }),
  details: field(eventDetails, { label: 'Event', hint: 'What is broadcast, when and in which state.', order: 2 }),
})
