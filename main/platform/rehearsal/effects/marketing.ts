// A contact always has a lead score, and setting it changes the contact too.
import { given, type Effects } from '../call.ts'
import { change, insert, related } from '../records.ts'
import { impossible } from '../refusal.ts'
import { numberOf, integerOf } from '../values.ts'

const scores = 'marketing/leadScore'
const contacts = 'marketing/contact'
const contactNames = ['contactId', 'id', 'resourceId'] as const

export const marketing: Effects = {
  'POST /api/marketing/leadScore/get'(call) {
    const contact = related(call, contacts, ...contactNames)
    const score = call.store.all(scores).find((one) => one.contactId === contact.id)
    return {
      data: score ?? { id: contact.id, status: 'current', contactId: contact.id, score: numberOf(contact.leadScore) },
    }
  },

  'POST /api/marketing/leadScore/update'(call) {
    const contact = related(call, contacts, ...contactNames)
    const sent = given(call, 'score', 'leadScore')
    const score = integerOf(sent)
    if (sent !== undefined && score === undefined) throw impossible('score', 'must be a whole number')
    const fields = { ...call.body, id: null, contactId: contact.id, score: score ?? numberOf(contact.leadScore) }
    const known = call.store.all(scores).find((one) => one.contactId === contact.id)
    const record = known === undefined ? insert(call, scores, fields) : change(call, scores, known, fields)
    change(call, contacts, contact, { leadScore: record.score ?? 0 })
    return { data: record }
  },
}
