// Public short links lead to a payment page on a host that can't exist.
import type { Answer, Call, Effects } from '../../call.ts'
import { absent } from '../../refusal.ts'
import type { Stored } from '../../store.ts'
import { hash } from '../../values.ts'

const host = 'https://pay.example.invalid'

export const redirects: Effects = {
  'GET /api/pay/{shortId}': (call) => redirect(call, 'payment/link', 'checkout'),
  'GET /api/pay/s/{shortId}': (call) => redirect(call, 'payment/subscriptionPlan', 'subscribe'),
}

export function shortUrl(record: Stored): string {
  return `${host}/${typeof record.shortId === 'string' ? record.shortId : record.id}`
}

/** Seven letters and digits, always the same for an identifier. */
export function shortIdFor(id: string): string {
  return hash(id).toString(36).padStart(7, '0').slice(-7)
}

function redirect(call: Call, resource: string, page: string): Answer {
  const shortId = call.path.shortId ?? ''
  const record = call.store.all(resource).find((one) => one.shortId === shortId)
  if (record === undefined) throw absent('short link', shortId)
  const location = `${host}/${page}/${encodeURIComponent(record.id)}`
  return { data: { id: record.id, status: record.status, url: location }, location }
}
