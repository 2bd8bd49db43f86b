import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { i18n, loadMessages } from '../../../renderer/kit/i18n.ts'

const renderer = resolve(import.meta.dirname, '../../../renderer')

beforeAll(() => loadMessages(['drafts']))

// A key without a message shows itself to the audience's operator.
test('every message about drafts that a screen names is there', () => {
  const files = globSync(
    ['{frame,views}/**/*.{ts,vue}', 'kit/components/**/*.{ts,vue}', 'writing/parts/**/*.{ts,vue}'],
    { cwd: renderer },
  )
  const keys = files.flatMap((file) =>
    [...readFileSync(resolve(renderer, file), 'utf8').matchAll(/'(drafts\.[A-Za-z0-9_.]+)'/g)].map(
      ([, key]) => key ?? '',
    ),
  )
  const built = [
    ...['saved', 'pending', 'saving', 'failed'].map((state) => `drafts.save.${state}`),
    ...['title', 'operation', 'environment', 'tags', 'notes', 'path', 'query', 'body', 'extra', 'base'].map(
      (field) => `drafts.field.${field}`,
    ),
    ...['bin', 'gone'].flatMap((way) => ['title', 'text', 'button'].map((part) => `drafts.removed.${way}.${part}`)),
    ...[
      'storage_full',
      'storage_failed',
      'link_lost',
      'invalid_input',
      'keychain_locked',
      'keychain_denied',
      'keychain_unavailable',
      'other',
    ].flatMap((code) => ['what', 'next'].map((part) => `drafts.unsaved.because.${code}.${part}`)),
  ]
  expect(keys.length).toBeGreaterThan(50)
  expect([...keys, ...built].filter((key) => !i18n.global.te(key))).toEqual([])
})
