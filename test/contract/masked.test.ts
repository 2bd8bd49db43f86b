import { describe, expect, it } from 'vitest'
import { formerMask, mask } from '#contract/mask.ts'
import { holdsMask, isMaskedField, maskedPlaces, withoutMasked } from '#contract/masked.ts'

describe('the mask', () => {
  // Catches a mask that is missed in another spelling, at a depth, in a list or as the name of a field.
  it('is found wherever it stands', () => {
    const body = {
      a: { b: [{ c: `x ${mask} y` }] },
      [`of ${mask}`]: 1,
      list: ['fine', mask],
      url: encodeURIComponent(mask),
      json: JSON.stringify({ token: '\\u27e6masked\\u27E7' }),
    }
    expect(maskedPlaces(body).sort()).toEqual(['a.b.0.c', 'json', 'list.1', `of ${mask}`, 'url'])
    expect(maskedPlaces(mask)).toEqual([''])
    expect(holdsMask('masked')).toBe(false)
  })

  // Catches the former mask that passes in a credential or an address, in whichever spelling their names have.
  it.each<[string, string]>([
    ['apiKey', formerMask],
    ['stream_key', `live_${formerMask}`],
    ['password', `a${formerMask}b`],
    ['rtmpUrl', `rtmp://live.example/app/${formerMask}`],
    ['RTMP-URL', formerMask],
    ['server', `${formerMask}.example`],
    ['host', formerMask],
    ['note', ` rtmps://live.example/${formerMask}`],
  ])('was three asterisks: %s is refused with %s', (name, value) => {
    expect(maskedPlaces({ options: { [name]: value } })).toEqual([`options.${name}`])
    expect(maskedPlaces({ [name]: [value] })).toEqual([`${name}.0`])
  })

  // Catches an advertisement that can't be sent any more.
  it.each([
    { subject: '*** SALE ***' },
    { title: '***', name: '***' },
    {
      htmlContent: '<h1>*** SALE ***</h1><a href="https://shop.example/a">Buy</a>',
      textContent: '***\nhttps://shop.example',
    },
    { textContent: 'https://shop.example *** today ***' },
    { rating: '**', apiKey: '**', serverNote: '***' },
  ])('leaves what people write alone: %j', (body) => {
    expect(maskedPlaces(body)).toEqual([])
  })

  // Catches a place that the catalog names as a credential's, under a name that says nothing.
  it('is found at the places that hold credentials', () => {
    expect(
      maskedPlaces({ a: { line: `x${formerMask}` }, b: { line: `x${formerMask}` } }, { secretPlaces: ['a.line'] }),
    ).toEqual(['a.line'])
  })

  // Catches a walk that runs out of stack, on the way to a send.
  it('is found at any depth', () => {
    let deep: object = { x: mask }
    for (let level = 0; level < 50_000; level += 1) deep = { x: deep }
    expect(maskedPlaces(deep as never)).toHaveLength(1)
  })

  // Catches a form that starts with a masked field, or without one that only looks like it.
  it('keeps a field of an answer out of a form', () => {
    expect(isMaskedField('note', formerMask)).toBe(true)
    expect(isMaskedField('note', { deep: [mask] })).toBe(true)
    expect(
      withoutMasked({
        id: 'a',
        apiKey: mask,
        old: formerMask,
        rtmpUrl: `rtmp://x/${formerMask}`,
        subject: '*** SALE ***',
        n: 1,
      }),
    ).toEqual({ id: 'a', subject: '*** SALE ***', n: 1 })
    const clean = { id: 'a' }
    expect(withoutMasked(clean)).toBe(clean)
  })
})
