const studios: Partial<Record<string, { view: string; key: string }>> = {
  'PUT /api/video/event/update': { view: 'publishing', key: 'event' },
  'POST /api/marketing/template/create': { view: 'templates', key: 'draft' },
  'POST /api/marketing/template/update': { view: 'templates', key: 'draft' },
}

export function hasStudio(operation: string): boolean {
  return studios[operation] !== undefined
}

export function draftAddress({ operation, id }: { operation: string; id: string }): {
  path: string
  query: Record<string, string>
} {
  const studio = studios[operation]
  return studio === undefined
    ? { path: '/drafts', query: { id } }
    : { path: `/${studio.view}`, query: { [studio.key]: id } }
}
