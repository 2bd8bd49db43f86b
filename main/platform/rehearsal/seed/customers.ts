import { record, type SeedPart } from './record.ts'

const names = ['Ada', 'Ben', 'Carla', 'Dora', 'Emil', 'Studio North', 'Gustav', 'Hana']

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
