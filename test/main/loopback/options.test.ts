import { expect, test } from 'vitest'
import { parseShellOptions } from '../../../main/electron/options.ts'
import { parseHostOptions } from '../../../main/loopback/options.ts'

// Catches a flag that is read where it was not given, or swallows the one behind it.
test('--confirm-origin is heard by both hosts, and only where it stands', () => {
  expect(parseHostOptions(['--base-url', 'https://a.example.org', '--confirm-origin', '--port', '0'])).toMatchObject({
    baseUrl: 'https://a.example.org',
    confirmOrigin: true,
    port: 0,
  })
  expect(parseHostOptions([])).not.toHaveProperty('confirmOrigin')
  expect(parseShellOptions(['--no-sandbox', '--confirm-origin', '--base-url', 'https://a.example.org'])).toMatchObject({
    baseUrl: 'https://a.example.org',
    confirmOrigin: true,
  })
  expect(parseShellOptions(['--base-url=https://a.example.org'])).not.toHaveProperty('confirmOrigin')
})
