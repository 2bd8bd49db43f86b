/** What stands in place of a secret in whatever is stored, logged or shown. Nobody types it, so main can refuse to send it anywhere. */
export const mask = '\u27E6masked\u27E7'

/** How earlier versions masked: rows, drafts and answers of old profiles still hold it. People type it too, as in `*** SALE ***`. */
export const formerMask = '***'
