import { record, type SeedPart } from './record.ts'

/** Everyone and everything around the show: events, pages and their leads, team, spaces, sponsors and vendors. */
export const community: SeedPart = ({ at, date }) => ({
  'events/general': [
    record('evt_1', 'planned', at(-15), {
      name: 'Winter special',
      date: date(21),
      spaceId: 'spc_1',
      metadata: { source: 'studio' },
    }),
    record('evt_2', 'done', at(-60), {
      name: 'Open doors',
      date: date(-33),
      spaceId: 'spc_1',
      metadata: { source: 'studio' },
    }),
  ],
  'pages/general': [
    record('page_1', 'published', at(-110), { name: 'Night show', slug: 'night-show', publishedAt: at(-109) }),
    record('page_2', 'published', at(-30), {
      name: 'One photo a week',
      slug: 'one-photo-a-week',
      kind: 'challenge',
      publishedAt: at(-29),
    }),
    record('page_3', 'draft', at(-2), { name: 'Winter special', slug: 'winter-special' }),
  ],
  'pages/leads': [
    record('lead_1', 'contacted', at(-26), { pageId: 'page_1', name: 'Ines', email: 'lead1@example.com' }),
    record('lead_2', 'new', at(-4), { pageId: 'page_2', name: 'Jon', email: 'lead2@example.com' }),
    record('lead_3', 'new', at(-1), { pageId: 'page_2', name: 'Kaya', email: 'lead3@example.com' }),
  ],
  'team/category': [
    record('tcat_1', 'active', at(-380), { name: 'Crew' }),
    record('tcat_2', 'active', at(-380), { name: 'On stage' }),
  ],
  'team/subcategory': [
    record('tsub_1', 'active', at(-380), { name: 'Camera', categoryId: 'tcat_1' }),
    record('tsub_2', 'active', at(-380), { name: 'Sound', categoryId: 'tcat_1' }),
  ],
  'team/general': [
    record('team_1', 'active', at(-380), { name: 'Mara', role: 'Director', categoryId: 'tcat_1' }),
    record('team_2', 'active', at(-300), {
      name: 'Nils',
      role: 'Sound',
      categoryId: 'tcat_1',
      subCategoryId: 'tsub_2',
    }),
    record('team_3', 'active', at(-210), { name: 'Olga', role: 'Host', categoryId: 'tcat_2' }),
  ],
  'spaces/general': [
    record('spc_1', 'active', at(-380), { name: 'Small studio', seats: 40, kind: 'Studio' }),
    record('spc_2', 'active', at(-200), { name: 'Green room', seats: 6, kind: 'Studio' }),
  ],
  'sponsor/general': [
    record('spn_1', 'active', at(-60), { name: 'The tea house', contact: 'sponsor1@example.com', tier: 'main' }),
    record('spn_2', 'active', at(-40), {
      name: 'The bicycle workshop',
      contact: 'sponsor2@example.com',
      tier: 'break',
    }),
  ],
  'vendor/general': [
    record('vnd_1', 'active', at(-250), {
      name: 'Lights for rent',
      contact: 'lights@example.com',
      service: 'Lighting',
    }),
    record('vnd_2', 'active', at(-180), {
      name: 'Evening kitchen',
      contact: 'kitchen@example.com',
      service: 'Catering',
    }),
  ],
})
