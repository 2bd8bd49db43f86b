import { inGroup, record, textOrNull } from './fields.ts'

/** The external platform of an event and how to reach it: 21 fields, null where unused (specification, section 2.3). */
export const eventOptions = record({
  ...inGroup('provider', {
    providerName: textOrNull({ label: 'Provider', hint: 'Name of the external event platform.' }),
    providerId: textOrNull({ label: 'Provider ID', hint: "The provider's identifier with the platform." }),
  }),
  ...inGroup('credentials', {
    apiKey: textOrNull({ label: 'API key', hint: 'Kept in the keychain.', secret: true }),
    apiSecret: textOrNull({ label: 'API secret', hint: 'Kept in the keychain.', secret: true }),
    apiClientId: textOrNull({ label: 'API client ID', hint: 'Public half of the API credentials.' }),
    authToken: textOrNull({ label: 'Access token', hint: 'Kept in the keychain.', secret: true }),
    authUsername: textOrNull({ label: 'User name', hint: 'The name that signs in to the provider.' }),
    uniqueKey: textOrNull({ label: 'Unique key', hint: "The provider's own key for this event." }),
  }),
  ...inGroup('connection', {
    server: textOrNull({ label: 'Server', hint: 'Name or address of the ingest server.' }),
    rtmpUrl: textOrNull({ label: 'RTMP address', hint: 'Where the encoder sends, without the stream key.' }),
    streamKey: textOrNull({ label: 'Stream key', hint: 'Kept in the keychain.', secret: true }),
    ipAddress: textOrNull({ label: 'IP address', hint: 'Address that the broadcast comes from.' }),
  }),
  ...inGroup('target', {
    channelUrl: textOrNull({ label: 'Channel address', hint: 'Public address of the channel.' }),
    channelId: textOrNull({ label: 'Channel ID at the provider', hint: "The provider's identifier of the channel." }),
    videoId: textOrNull({ label: 'Video ID at the provider', hint: "The provider's identifier of the video." }),
    streamId: textOrNull({ label: 'Stream ID at the provider', hint: "The provider's identifier of the stream." }),
  }),
  ...inGroup('listing', {
    title: textOrNull({ label: 'Title at the provider', hint: 'As the provider shows it.' }),
    description: textOrNull({
      label: 'Description at the provider',
      hint: 'As the provider shows it.',
      control: 'multiline',
    }),
    tags: textOrNull({ label: 'Tags at the provider', hint: 'Separated by commas.', control: 'tags' }),
    country: textOrNull({ label: 'Country', hint: 'Where the broadcast takes place.' }),
    state: textOrNull({ label: 'State or region', hint: 'Within the country.' }),
  }),
})
