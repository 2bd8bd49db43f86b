import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { platformQr } from '../../../renderer/views/payments/model/platform-qr.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

// Catches a code that is there and not shown, one that is loaded from elsewhere, and text that would become an address of its own.
test.each<[string, Json, ReturnType<typeof platformQr>]>([
  [
    'SVG text',
    { data: { svg: '<svg xmlns="x"/>' } },
    { source: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="x"/>')}` },
  ],
  ['a data address', { qrCode: `data:image/png;base64,${png}` }, { source: `data:image/png;base64,${png}` }],
  ['bare base64', { data: { image: png } }, { source: `data:image/png;base64,${png}` }],
  ['an address', { imageUrl: 'https://example.org/q.png' }, { address: 'https://example.org/q.png' }],
  [
    'the link beside it',
    { url: 'https://example.org/pay', svg: '<svg/>' },
    { source: `data:image/svg+xml,${encodeURIComponent('<svg/>')}` },
  ],
  ['a page', { image: 'data:text/html,<script>1</script>' }, undefined],
  ['a script address', { image: 'javascript:alert(1)' }, undefined],
  ['nothing', null, undefined],
  ['other fields', { data: { id: 'lnk_1', status: 'active' } }, undefined],
])('%s', (_, answer, expected) => {
  expect(platformQr(answer)).toEqual(expected)
})
