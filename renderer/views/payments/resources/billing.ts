import { specParts } from '#records/resources/spec-parts.ts'
import type { FieldSpec } from '#records/resources/types.ts'

export const parts = specParts('billing')
const { hinted, roleColumn } = parts

export const currency = (more?: Partial<FieldSpec>): FieldSpec => hinted('currency', 'text', more)
export const neededCurrency = currency({ required: true })
export const neededAmount = parts.money('amount', { required: true })

export const title = roleColumn('title', 'title')
export const money = roleColumn('amount', 'amount', 'money', 8)
export const status = roleColumn('status', 'status', 'status', 9)
export const customer = roleColumn('customer', 'customer', 'id', 8, {
  label: 'billing.field.customerId',
  private: true,
})
export const createdAt = roleColumn('createdAt', 'at', 'instant', 11)
export const id = roleColumn('id', 'id', 'id', 8)
