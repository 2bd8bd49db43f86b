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
  ['', /Enter the address/],
  ['api.example.com', /begin with https/],
  ['//api.example.com', /begin with https/],
  ['ftp://api.example.com', /begin with https/],
  ['javascript:alert(1)', /begin with https/],
  ['http://api.example.com', /begin with https/],
  ['http://localhost.example.com', /begin with https/],
  ['http://127.0.0.1.example.com', /begin with https/],
  ['http://10.0.0.1', /begin with https/],
  ['https://user:word@example.com', /user name or a password/],
  ['https://@example.com', /user name or a password/],
  ['https://example.com/?a=1', /query/],
  ['https://example.com?', /query/],
  ['https://example.com/#x', /fragment/],
  ['https://example.com:99999', /port/],
  ['https://example.com:0', /port/],
  ['https://example.com:x', /port/],
  ['https://example.com:', /port/],
  ['https://exa mple.com', /spaces/],
  ['https:\\\\example.com', /backslashes/],
  ['https://example.com\\@other.example', /backslashes/],
  ['https://', /valid address/],
  ['https://exa%mple.com', /valid address/],
])('%s is refused with its reason', (text, reason) => {
  try {
    parseBaseUrl(text)
  } catch (error) {
    expect(error).toBeInstanceOf(DeskError)
    expect((error as DeskError).code).toBe('invalid_input')
    expect((error as DeskError).details.fields?.[0]).toMatchObject({
      path: 'baseUrl',
      message: expect.stringMatching(reason) as unknown,
    })
    return
  }
  expect.unreachable('The address was taken')
})
