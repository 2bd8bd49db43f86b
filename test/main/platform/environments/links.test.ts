import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { linkProblems } from '#contract/notice-reasons.ts'
import { isSecretName } from '#contract/secret-names.ts'
import { parseDeskLink } from '../../../../main/bridge/links.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { deskLink } from '../../../../renderer/kit/composables/operation-address.ts'

const refund = 'POST /api/payment/charge/refund'
const open = (text: string) => parseDeskLink(text, operations)

/** A link carries no field with a secret's name, so the desk writes none. */
const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)])
    : []

describe('a link from outside', () => {
  // Catches a link that the desk wrote and can't read, for any operation and any values.
  it('opens what the desk wrote, filled in', () => {
    const keys = [...operations.keys()]
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.jsonValue({ maxDepth: 3 }),
        (key, text, value) => {
          const request = {
            path: { id: text },
            query: { q: text, n: 1 },
            body: { note: text, value: JSON.parse(JSON.stringify(value)) as never },
          }
          fc.pre(
            text.isWellFormed() &&
              JSON.stringify(request).isWellFormed() &&
              encodeURIComponent(JSON.stringify(request)).length < 15_000 &&
              !namesIn(value).some((name) => isSecretName(name)),
          )
          expect(open(deskLink(key, request))).toEqual({ operation: key, request })
        },
      ),
    )
    expect(open(deskLink(refund, {}))).toEqual({ operation: refund, request: {} })
    const odd = { body: JSON.parse('{"__proto__":1,"constructor":{"__proto__":[2]}}') as never }
    expect(JSON.stringify(open(deskLink(refund, odd)).request)).toBe(JSON.stringify(odd))
  })

  // Catches a link by which somebody else's page makes the desk send, or do anything besides opening a form.
  it.each([
    `showdesk://operation/${encodeURIComponent(refund)}?send=1`,
    `showdesk://operation/${encodeURIComponent(refund)}?request=%7B%7D&submit`,
    `showdesk://operation/${encodeURIComponent(refund)}?request=%7B%7D&press=2a1b`,
    `showdesk://operation/${encodeURIComponent(refund)}/send`,
    `showdesk://operation/${encodeURIComponent(refund)}#send`,
    `showdesk://send/${encodeURIComponent(refund)}`,
    `showdesk://operation/${encodeURIComponent(refund)}?request=${encodeURIComponent('{"send":true}')}`,
    `showdesk://operation/${encodeURIComponent(refund)}?request=%7B%7D&request=%7B%7D`,
  ])('refuses %s', (text) => {
    expect(() => open(text)).toThrow(DeskError)
  })

  // Catches a link that opens another address, and one whose text comes back in a message.
  it.each([
    'https://example.org/',
    'showdesk://operation/GET%20%2Fapi%2Fnothing',
    'showdesk://operation/%E0%A4%A',
    'showdesk:',
    '',
    'showdesk://operation',
    'javascript:alert(1)',
    `showdesk://operation/${'a'.repeat(20_000)}`,
    'showdesk://user@operation/x',
    `showdesk://operation/${encodeURIComponent(refund)}?request=${encodeURIComponent('{"query":{"a":{}}}')}`,
    `showdesk://operation/${encodeURIComponent(refund)}?request=${encodeURIComponent(`{"body":${'['.repeat(200)}${']'.repeat(200)}}`)}`,
  ])('refuses %s', (text) => {
    let error: unknown
    try {
      open(text)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ code: 'invalid_input', details: { facts: { reason: 'link_refused' } } })
    expect(linkProblems).toContain((error as DeskError).details.facts?.['why'])
  })

  // Catches a link that carries a credential in, or takes one of this desk's out of the keychain into a request of its making.
  it('refuses credentials and references to them', () => {
    const link = (request: unknown) =>
      `showdesk://operation/${encodeURIComponent(refund)}?request=${encodeURIComponent(JSON.stringify(request))}`
    for (const request of [
      { body: { apiKey: 'k-123' } },
      { query: { token: 'abc' } },
      { body: { deep: [{ x: { $secret: 'profile/1/apiKey/abcdefghijklmnop' } }] } },
    ]) {
      expect(() => open(link(request))).toThrow(/credential/)
    }
    expect(open(link({ body: { apiKey: null } })).request).toEqual({ body: { apiKey: null } })
  })
})
