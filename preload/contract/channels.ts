// The only IPC channels. Parameters, answers and payloads are JSON text.

/** `invoke(requestChannel, method, params)` answers the text of an Envelope. */
export const requestChannel = 'showdesk:request'

/** `send(eventChannel, event, payload)`. */
export const eventChannel = 'showdesk:event'
