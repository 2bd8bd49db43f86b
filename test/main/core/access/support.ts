import type { Grant } from '#contract/access.ts'

const common = {
  id: 'g1',
  name: 'A tool',
  environment: 'rehearsal',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
} as const

export const grantOf = {
  watch: { ...common, scope: 'watch', values: ['poll'] },
  read: { ...common, scope: 'read' },
  draft: { ...common, scope: 'draft' },
  operate: { ...common, scope: 'operate', commands: ['reveal', 'clip'], mode: 'fire' },
} satisfies Record<string, Grant>
