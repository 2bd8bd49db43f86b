import { specParts } from '#records/resources/spec-parts.ts'
import type { ColumnSpec, OperationKey, ResourceSpec } from '#records/resources/types.ts'
import { sectionIcons, type SectionId } from './sections.ts'

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

const { column, roleColumn } = specParts('payments')
const titleFrom = (field: string): ColumnSpec => ({ ...column('description'), id: 'title', field })

const sources: Partial<Record<SectionId, Source>> = {
  charges: {
    resource: 'payment/charge',
    list: 'POST /api/payment/charge/all',
    in: 'body',
    title: titleFrom('description'),
    first: true,
  },
  refunds: {
    resource: 'payment/refund',
    list: 'POST /api/payment/refund/searchbycustomer',
    in: 'body',
    title: titleFrom('reason'),
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

/** The lists of one customer, each by the platform's own search, in the order of the view's sections. */
export function listsOf(customerId: string): CustomerList[] {
  return Object.entries(sources).map(([name, source]) => {
    const section = name as SectionId
    return {
      section,
      first: source.first ?? false,
      spec: {
        resource: source.resource,
        title: `payments.section.${section}`,
        about: `payments.about.${section}`,
        icon: sectionIcons[section],
        list: source.list,
        listParts: { [source.in]: { customerId } },
        idName: 'id',
        columns: [
          source.title ?? { ...roleColumn('name', 'title'), id: 'title' },
          roleColumn('status', 'status', 'status'),
          roleColumn('created', 'at', 'instant'),
          roleColumn('amount', 'amount', 'money'),
        ],
      },
    }
  })
}
