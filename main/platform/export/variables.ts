/** All empty; tools keep `secret` ones out of what is shared. */
export const variables = [
  { name: 'baseUrl', secret: false, words: 'The base address of an environment, without a slash at its end.' },
  { name: 'apiKey', secret: true, words: 'For X-Service-API-Key.' },
  { name: 'sessionToken', secret: true, words: 'The token of a session.' },
  { name: 'accountId', secret: false, words: 'For Account-Id, beside a session.' },
  { name: 'sessionId', secret: true, words: 'For Session-Id, beside a session.' },
  {
    name: 'confirm',
    secret: false,
    words:
      'The name of one request that costs money or deletes, such as `DELETE /api/payment/plan/delete`: it is sent once, every other one is skipped.',
  },
] as const

export const sessionHeaders = [
  { name: 'Account-Id', value: '{{accountId}}' },
  { name: 'Session-Id', value: '{{sessionId}}' },
] as const

export const apiKeyHeader = 'X-Service-API-Key'

export const collectionDescription =
  "The platform's operations as Showdesk knows them. Fill in the variables first; none holds a value. Bodies show known fields with empty values: take out what is not meant before sending. A request that costs money or deletes is skipped unless `confirm` names it, so that sending a whole folder does neither."

/** `/api/pay/:shortId`. */
export const colonPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')
