/** Replaces a secret in all that is stored, logged or shown. Nobody types it, so main can refuse to send it. */
export const mask = '\u27E6masked\u27E7'

/** The mask of earlier versions, still in old profiles. People type it too, as in `*** SALE ***`. */
export const formerMask = '***'
