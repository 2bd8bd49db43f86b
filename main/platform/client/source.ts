// Who answered: on a venue's network it is often a sign-in page, a filter or an empty gateway.

export interface Head {
  status: number
  type: string | undefined
  body?: Buffer
}

/** A redirect or a document proves nothing: pay links redirect too (spec, section 6), and so do sign-in pages. */
export type Source = { by: 'platform' } | { by: 'redirect' | 'document' | 'stranger'; reason: string }

const documents = /^\s*(?:application\/(?:pdf|zip|gzip|octet-stream|vnd\.)|image\/|audio\/|video\/|text\/csv)/i
const signIn = 'a sign-in page of the network, or a wrong base address?'

/** Judges by form: the platform speaks JSON at any status, and an empty body counts as its own. */
export function sourceOf({ status, type, body }: Head): Source {
  if (status >= 300 && status < 400)
    return { by: 'redirect', reason: `Something redirects the request elsewhere: ${signIn}` }
  if (status === 511) return { by: 'stranger', reason: 'The network wants a sign-in first' }
  if (/[/+]json\b/i.test(type ?? '') || body?.length === 0) return { by: 'platform' }
  const start = body?.toString('latin1', 0, 256).trimStart() ?? ''
  if (/^[{[]/.test(start)) return { by: 'platform' }
  if (status === 502 || status === 503 || status === 504)
    return { by: 'stranger', reason: `A gateway answered in the platform's place (${status})` }
  if (status < 300 && documents.test(type ?? '') && !start.startsWith('<'))
    return { by: 'document', reason: 'A file answered, not the platform itself' }
  const page = /html/i.test(type ?? '') || start.startsWith('<')
  return {
    by: 'stranger',
    reason: page
      ? `A web page answered instead of the platform: ${signIn}`
      : `Something else answered, not the platform (${status}): ${signIn}`,
  }
}
