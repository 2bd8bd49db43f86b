import { field, inGroup, record, text } from './fields.ts'

const metadata = record({
  source: text({ label: 'Source', hint: 'Where the event comes from.' }),
})

/** Update of a named event (specification, section 2.4). */
export const eventsUpdate = record(
  inGroup('event', {
    resourceId: text({ label: 'Event', hint: 'Identifier of the event to change.' }),
    metadata: field(metadata, { label: 'Metadata', hint: 'What is known about the event.' }),
  }),
)
