import { expect, test } from 'vitest'
import { mask } from '#contract/mask.ts'
import type { Json } from '#contract/json.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { maskJson } from '../../../../main/platform/requests/json-mask.ts'

const key = 'SKEY-99ee22ff01'
const answer: Json = {
  data: [
    {
      id: 'e1',
      options: { streamKey: key, rtmpUrl: `rtmp://live.example/app/${key}`, note: encodeURIComponent(`${key}/`) },
    },
    { id: key, title: `Night ${key}` },
  ],
}
const masked = {
  data: [
    { id: 'e1', options: { streamKey: mask, rtmpUrl: `rtmp://live.example/app/${mask}`, note: `${mask}%2F` } },
    { id: key, title: `Night ${mask}` },
  ],
}

// Catches a stream key that is masked in its own field and reaches the page in the address beside it.
test('what is masked by its name is masked wherever the answer repeats it, but never as an identifier', () => {
  const redactor = createRedactor()
  expect(redactor.json(answer)).toEqual(masked)
  expect(JSON.parse(maskJson(JSON.stringify(answer, null, 2), redactor))).toEqual(masked)
})

// Catches a careless value under a secret's name that unnames states and titles everywhere.
test('a plain word under the name of a secret is no secret elsewhere', () => {
  const plain: Json = { token: 'active', password: '2026-11-22', status: 'active', at: '2026-11-22', short: 'a1b2c3' }
  const shown = { token: mask, password: mask, status: 'active', at: '2026-11-22', short: 'a1b2c3' }
  expect(createRedactor().json(plain)).toEqual(shown)
  expect(JSON.parse(maskJson(JSON.stringify(plain), createRedactor()))).toEqual(shown)
})
