import { describe, expect, it } from 'vitest'
import { originOf, pageFor } from '../../../../main/hosts/electron/origin.ts'

describe('pageFor', () => {
  // Catches a packaged app that an environment variable can point at another page.
  it('ignores the development server in a packaged app', () => {
    expect(pageFor({ packaged: true, developmentUrl: 'http://localhost:5173' })).toEqual({
      origin: 'app://desk',
      url: 'app://desk/',
      development: false,
    })
  })

  // Catches a development start that shows a stale build.
  it('takes the loopback development server', () => {
    expect(pageFor({ packaged: false, developmentUrl: 'http://localhost:5173' })).toMatchObject({
      origin: 'http://localhost:5173',
      development: true,
    })
  })

  // Catches a remote page that gets the desk's bridge.
  it.each(['https://example.com', 'http://127.0.0.1.example.com', 'file:///tmp/page.html'])(
    'refuses %s',
    (developmentUrl) => {
      expect(() => pageFor({ packaged: false, developmentUrl })).toThrow('loopback')
    },
  )
})

describe('originOf', () => {
  // Catches addresses that only look like the desk's origin.
  it.each([
    ['app://desk/', 'app://desk'],
    ['app://desk/index.html#/publishing', 'app://desk'],
    ['app://desk.example.com/', 'app://desk.example.com'],
    ['app://desk:80/', 'app://desk:80'],
    ['app://user@desk/', undefined],
    ['http://localhost:5173/x', 'http://localhost:5173'],
    ['https://app://desk', 'https://app'],
    ['data:text/html,app://desk', 'null'],
    ['about:blank', 'null'],
    ['nonsense', undefined],
  ])('%s', (address, origin) => {
    expect(originOf(address)).toBe(origin)
  })
})
