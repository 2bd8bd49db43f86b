import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { parseBaseUrl } from '../../../../main/platform/client/index.ts'

// Catches a base address that is refused or changed although it is fine.
test.each([
  ['https://api.example.com', 'https://api.example.com/'],
  [' https://api.example.com// ', 'https://api.example.com/'],
  ['https://example.com/base/', 'https://example.com/base'],
  ['https://example.com:8443/a/b', 'https://example.com:8443/a/b'],
  ['HTTPS://EXAMPLE.com', 'https://example.com/'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/'],
  ['http://127.8.9.1', 'http://127.8.9.1/'],
  ['http://[::1]:4000', 'http://[::1]:4000/'],
  ['http://localhost:4000/x', 'http://localhost:4000/x'],
])('%s is a base address', (text, href) => {
  expect(parseBaseUrl(text).href).toBe(href)
})

// Catches an address that would send credentials in the clear, elsewhere, or leave a person without the reason.
test.each([
  ['', 'address_missing'],
  ['api.example.com', 'address_scheme'],
  ['//api.example.com', 'address_scheme'],
  ['ftp://api.example.com', 'address_scheme'],
  ['javascript:alert(1)', 'address_scheme'],
  ['http://api.example.com', 'address_plain'],
  ['http://localhost.example.com', 'address_plain'],
  ['http://127.0.0.1.example.com', 'address_plain'],
  ['http://10.0.0.1', 'address_plain'],
  ['https://user:word@example.com', 'address_user'],
  ['https://@example.com', 'address_user'],
  ['https://example.com/?a=1', 'address_query'],
  ['https://example.com?', 'address_query'],
  ['https://example.com/#x', 'address_fragment'],
  ['https://example.com:99999', 'address_port'],
  ['https://example.com:0', 'address_port'],
  ['https://example.com:x', 'address_port'],
  ['https://example.com:', 'address_port'],
  ['https://exa mple.com', 'address_characters'],
  ['https:\\\\example.com', 'address_characters'],
  ['https://example.com\\@other.example', 'address_characters'],
  ['https://', 'address_not_valid'],
  ['https://exa%mple.com', 'address_not_valid'],
])('%s is refused with its reason', (text, reason) => {
  try {
    parseBaseUrl(text)
  } catch (error) {
    expect(error).toBeInstanceOf(DeskError)
    expect((error as DeskError).code).toBe('invalid_input')
    expect((error as DeskError).details.fields?.[0]).toMatchObject({ path: 'baseUrl', reason })
    return
  }
  expect.unreachable('The address was taken')
})
