// The only IPC channels.

/** `invoke(requestChannel, method, params)` answers an Envelope. */
export const requestChannel = 'showdesk:request'

/** `send(eventChannel, event, payload)`. */
export const eventChannel = 'showdesk:event'
