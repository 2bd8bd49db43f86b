// The two IPC channels between the preload and main. Nothing else travels.

/** `invoke(requestChannel, method, params)` answers an Envelope. */
export const requestChannel = 'showdesk:request'

/** `send(eventChannel, event, payload)`, from main to the main frame of its window. */
export const eventChannel = 'showdesk:event'
