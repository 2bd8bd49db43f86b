const turning = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A text from elsewhere as it may stand in a sentence of the desk: without the marks that embed, override or isolate a
 * writing direction, since a name could turn what follows it. Letters bring their own direction.
 */
export const withoutTurns = (text: string): string => text.replace(turning, '')
