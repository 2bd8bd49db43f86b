import { record } from './record.ts'
import type { SeedPart } from './record.ts'

/** Two advertisements in three places, with what they brought. */
export const ads: SeedPart = ({ at, date }) => ({
  'ads/advertisement': [
    record('ad_1', 'active', at(-40), { name: 'Tickets for the winter special', format: 'banner', sponsorId: 'spn_1', text: 'Seats from 12.00' }),
    record('ad_2', 'active', at(-12), { name: 'Coffee break', format: 'overlay', sponsorId: 'spn_2', text: 'Back in five minutes' }),
  ],
  'ads/placement': [
    record('plc_1', 'active', at(-38), {
      name: 'Lower third',
      advertisementId: 'ad_1',
      streamId: 'str_1',
      impressions: 4_210,
      interactions: { click: 96 },
      votes: {},
      totalVotes: 0,
      choices: {},
    }),
    record('plc_2', 'active', at(-10), {
      name: 'Break overlay',
      advertisementId: 'ad_2',
      streamId: 'str_1',
      impressions: 1_875,
      interactions: { click: 22, dismiss: 140 },
      votes: { stay: 31, skip: 12 },
      totalVotes: 43,
      choices: { stay: 31, skip: 12 },
    }),
    record('plc_4', 'ended', at(-1, '20:00'), {
      name: 'Opening spot',
      slot: 'Full screen',
      advertisementId: 'ad_1',
      streamId: 'str_1',
      startsAt: at(-1, '20:30'),
      endsAt: at(-1, '20:31'),
      impressions: 312,
      interactions: { click: 4 },
      votes: {},
      totalVotes: 0,
      choices: {},
    }),
    record('plc_5', 'scheduled', at(0), {
      name: 'Coffee break',
      slot: 'Full screen',
      advertisementId: 'ad_2',
      streamId: 'str_1',
      startsAt: at(1, '20:45'),
      endsAt: at(1, '20:50'),
      impressions: 0,
      interactions: {},
      votes: {},
      totalVotes: 0,
      choices: {},
    }),
    record('plc_3', 'paused', at(-9), { name: 'End card', advertisementId: 'ad_1', streamId: 'str_2', impressions: 0, interactions: {}, votes: {}, totalVotes: 0, choices: {} }),
  ],
  'ads/inventory': [
    record('inv_1', 'active', at(-60), { name: 'Lower third, evenings', slots: 12, sold: 7, floorPrice: 1_500, currency: 'EUR' }),
    record('inv_2', 'active', at(-60), { name: 'Break overlay', slots: 4, sold: 4, floorPrice: 2_500, currency: 'EUR' }),
  ],
  'ads/bidding': [
    record('bid_1', 'won', at(-11), { inventoryId: 'inv_2', bidder: 'Sponsor Two', amount: 2_800, currency: 'EUR' }),
    record('bid_2', 'outbid', at(-11), { inventoryId: 'inv_2', bidder: 'Sponsor Three', amount: 2_600, currency: 'EUR' }),
    record('bid_3', 'placed', at(-2), { inventoryId: 'inv_1', bidder: 'Sponsor One', amount: 1_650, currency: 'EUR' }),
  ],
  'ads/attribution': [
    record('attr_1', 'active', at(-8), { name: 'Winter special, first week', advertisementId: 'ad_1', clicks: 96, conversions: 11, revenue: 13_200, currency: 'EUR' }),
    record('attr_2', 'active', at(-1), { name: 'Break overlay, last show', advertisementId: 'ad_2', clicks: 22, conversions: 1, revenue: 450, currency: 'EUR', since: date(-7) }),
  ],
})
