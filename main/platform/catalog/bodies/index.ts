// The five bodies that the specification shows (sections 2.2 to 2.6); of the other operations it shows none.
export { accountReset } from './account-reset.ts'
export { eventDetails } from './event-details.ts'
export { eventOptions } from './event-options.ts'
export { eventUpdate } from './event-update.ts'
export { eventsUpdate } from './events-update.ts'
export { refundSearchByCustomer } from './refund-search-by-customer.ts'
export { templateCreate } from './template-create.ts'
