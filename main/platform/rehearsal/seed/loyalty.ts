import { record, type SeedPart } from './record.ts'

/** Coupons, a promotion and rewards for viewers who stay. */
export const loyalty: SeedPart = ({ at, date }) => ({
  'incentive/loyalty': [
    record('cpn_1', 'active', at(-25), {
      name: 'First evening free',
      code: 'FIRSTNIGHT',
      percentOff: 100,
      used: 14,
      limit: 50,
    }),
    record('cpn_2', 'expired', at(-130), {
      name: 'Summer fifth',
      code: 'SUMMER20',
      percentOff: 20,
      used: 31,
      limit: 31,
    }),
  ],
  'incentive/promotion': [
    record('promo_1', 'active', at(-10), {
      name: 'Bring a friend',
      description: 'Two seats, one ticket',
      startsOn: date(-10),
      endsOn: date(20),
    }),
  ],
  'incentive/reward': [
    record('rwd_1', 'active', at(-80), { name: 'Ten evenings', tokens: 10, description: 'A name in the credits' }),
    record('rwd_2', 'active', at(-80), { name: 'Voted in every poll', tokens: 3, description: 'One extra vote' }),
  ],
})
