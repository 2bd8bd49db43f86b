// What belongs to a customer, each list by the platform's own search. One that fails does not keep the others back.
import type { ColumnSpec, OperationKey, RequestParts, ResourceSpec } from '../../../resources/types.ts'
import type { SectionId } from './sections.ts'
import { sectionIcons } from './sections.ts'

export interface CustomerList {
  section: SectionId
  spec: ResourceSpec
  /** Read at once; the others when they are opened. */
  first: boolean
}

interface Source {
  resource: string
  list: OperationKey
  in: 'body' | 'query'
  title?: ColumnSpec
  first?: true
}

const named = (field: string): ColumnSpec => ({ id: 'title', label: 'payments.field.description', field, kind: 'text' })

const sources: Partial<Record<SectionId, Source>> = {
  charges: {
    resource: 'payment/charge',
    list: 'POST /api/payment/charge/all',
    in: 'body',
    title: named('description'),
    first: true,
  },
  refunds: {
    resource: 'payment/refund',
    list: 'POST /api/payment/refund/searchbycustomer',
    in: 'body',
    title: named('reason'),
    first: true,
  },
  subscriptions: {
    resource: 'payment/subscription',
    list: 'GET /api/payment/subscription/searchByCustomer',
    in: 'query',
    first: true,
  },
  invoices: { resource: 'payment/invoice', list: 'GET /api/payment/invoice/searchByCustomer', in: 'query' },
  receipts: { resource: 'payment/receipt', list: 'POST /api/payment/receipt/search', in: 'body' },
  transactions: { resource: 'payment/transaction', list: 'POST /api/payment/transaction/getAll', in: 'body' },
  links: { resource: 'payment/link', list: 'POST /api/payment/link/all', in: 'body' },
}

/** The lists of one customer, in the order of the view's sections. */
export function listsOf(customerId: string): CustomerList[] {
  return Object.entries(sources).map(([name, source]) => {
    const section = name as SectionId
    const carried = { customerId }
    const listParts: RequestParts = source.in === 'body' ? { body: carried } : { query: carried }
    return {
      section,
      first: source.first ?? false,
      spec: {
        resource: source.resource,
        title: `payments.section.${section}`,
        about: `payments.about.${section}`,
        icon: sectionIcons[section],
        list: source.list,
        listParts,
        idName: 'id',
        columns: [
          source.title ?? { id: 'title', label: 'payments.field.name', role: 'title', kind: 'text' },
          { id: 'status', label: 'payments.field.status', role: 'status', kind: 'status' },
          { id: 'created', label: 'payments.field.created', role: 'at', kind: 'instant' },
          { id: 'amount', label: 'payments.field.amount', role: 'amount', kind: 'money' },
        ],
      },
    }
  })
}
