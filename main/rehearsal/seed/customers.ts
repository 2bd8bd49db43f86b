import { record, type SeedPart } from './record.ts'

// One name holds markup, as names on a live platform do: a screen must show it and never run it.
const names = ['Ada', 'Ben', 'Customer 3', 'Dora', 'Emil', 'Studio North', 'Customer <b>7</b> & friends', 'Hana']

/** Eight people and studios who pay. */
export const customers: SeedPart = ({ at }) => ({
  'payment/customer': names.map((name, place) =>
    record(`cus_${place + 1}`, place === 4 ? 'blocked' : 'active', at(-200 + place * 20, '10:00'), {
      name,
      email: `customer${place + 1}@example.com`,
      currency: 'EUR',
    }),
  ),
})
