import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandSchema, plainBrand, type Brand } from '#contract/mail.ts'
import {
  brandProblems,
  isInsecure,
  trimmedBrand,
  weakButton,
  weakContrast,
} from '../../../../renderer/views/templates/model/brand/check.ts'
import {
  contrastOf,
  inkOn,
  mix,
  schemesOf,
  toColour,
} from '../../../../renderer/views/templates/model/brand/colours.ts'

const codesOf = (change: Partial<Brand>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(brandProblems({ ...plainBrand, ...change })).map(([field, problem]) => [field, problem.code]),
  )

// Catches a field that the desk refuses after "Save", or an address that no reader's app can open.
test.each([
  [{}, {}],
  [{ logo: 'https://cdn.example.org/logo.png' }, {}],
  [{ logo: 'http://cdn.example.org/logo.png' }, {}],
  [{ logo: 'cdn.example.org/logo.png' }, { logo: 'logo' }],
  [{ logo: 'data:image/png;base64,AAAA' }, { logo: 'logo' }],
  [{ logo: 'https://' }, { logo: 'logo' }],
  [{ logo: 'javascript:alert(1)' }, { logo: 'logo' }],
  [{ accent: 'abc', text: '#123' }, {}],
  [
    { accent: 'teal', text: '#12345' },
    { accent: 'colour', text: 'colour' },
  ],
  [{ unsubscribe: 'https://watch.example.org/bye?u={{ email }}' }, {}],
  [{ unsubscribe: '{{unsubscribe_url}}' }, {}],
  [{ unsubscribe: 'mailto:bye@example.org' }, {}],
  [{ unsubscribe: 'https://watch.example.org/bye?u={{email}' }, { unsubscribe: 'braces' }],
  [{ unsubscribe: 'watch.example.org' }, { unsubscribe: 'link' }],
  [{ unsubscribe: 'javascript:alert(1)' }, { unsubscribe: 'link' }],
  [{ fromEmail: 'show@example.org', replyTo: '{{reply}}' }, {}],
  [
    { fromEmail: 'Show <show@example.org>', replyTo: 'show' },
    { fromEmail: 'address', replyTo: 'address' },
  ],
  [{ footer: 'x'.repeat(2001) }, { footer: 'too_long' }],
  [{ name: `  ${'x'.repeat(200)}  ` }, {}],
] as Array<[Partial<Brand>, Record<string, string>]>)('%o has the problems %o', (change, codes) => {
  expect(codesOf(change)).toEqual(codes)
})

// Catches a form that calls a brand sound which the contract refuses.
test('a brand without problems satisfies the contract', () => {
  const text = fc.oneof(fc.string({ maxLength: 50 }), fc.string({ minLength: 190, maxLength: 400 }))
  fc.assert(
    fc.property(
      fc.record({ name: text, logo: text, accent: text, background: text, text, footer: text, unsubscribe: text }),
      fc.record({ fromName: text, fromEmail: text, replyTo: text }),
      (look, sender) => {
        const brand = { ...look, ...sender }
        const sound = Object.keys(brandProblems(brand)).length === 0
        if (sound) expect(brandSchema().safeParse(trimmedBrand(brand)).success).toBe(true)
      },
    ),
  )
})

// Catches a hint that is missing where text is hard to read, or that annoys where it is not.
test('weak contrast is measured as WCAG measures it', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(weakContrast({ text: '#777777', background: '#ffffff' })).toBeCloseTo(4.48, 2)
  expect(weakContrast({ text: '#767676', background: '#ffffff' })).toBeUndefined()
  expect(weakContrast({ text: '#777', background: '#ffffff' })).toBeUndefined()
  const white = { text: '#000000', background: '#ffffff' }
  expect(['#4f46e5', '#eeeeee'].map((accent) => weakButton({ ...white, accent }))).toEqual([false, true])
})

// Catches a hex value that a person may write and the field does not understand.
test('colours are understood with and without #, in three and six digits', () => {
  expect([' #ABC ', 'abc', 'a1B2c3', '#12', 'red', '#12345g'].map(toColour)).toEqual([
    '#aabbcc',
    '#aabbcc',
    '#a1b2c3',
    undefined,
    undefined,
    undefined,
  ])
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
  expect([inkOn('#4f46e5'), inkOn('#facc15'), inkOn('#000000')]).toEqual(['#ffffff', '#000000', '#ffffff'])
})

// Catches a brand whose colours make a button or small print that nobody can read, by day or in the dark.
test('whatever the colours, small print, button and label are readable where text is', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(colour, colour, colour, (accent, background, text) => {
      const { light, dark } = schemesOf({ accent, background, text })
      for (const one of [light, dark]) expect(contrastOf(one.onButton, one.button)).toBeGreaterThanOrEqual(4.5)
      if (weakContrast({ text, background }) !== undefined) return
      for (const { page, card, ink, soft } of [light, dark])
        for (const surface of [page, card])
          for (const mark of [ink, soft]) expect(contrastOf(mark, surface)).toBeGreaterThanOrEqual(4.5)
      if (dark !== light) expect(contrastOf(dark.button, dark.card)).toBeGreaterThanOrEqual(3)
    }),
  )
})

// Catches a logo without encryption that is called secure because of its spelling.
test('an address without encryption is noticed in any spelling', () => {
  expect(['http://a.org/x.png', ' HTTP://a.org', 'https://a.org', ''].map(isInsecure)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
