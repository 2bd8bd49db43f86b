import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, securityHeaders } from '../../../../main/hosts/web/policy.ts'

const directives = (connect: string[]) =>
  new Map(
    contentSecurityPolicy({ connect })
      .split('; ')
      .map((text) => text.split(' '))
      .map(([name, ...sources]) => [name, sources]),
  )

describe('contentSecurityPolicy', () => {
  // Catches a directive that lets a remote host, an inline script or eval in.
  it('names no remote source and no unsafe script', () => {
    const policy = directives([])
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('script-src')).toEqual(["'self'"])
    const known = ["'none'", "'self'", "'unsafe-inline'", 'data:', 'blob:']
    for (const [name, sources] of policy) expect(known, name).toEqual(expect.arrayContaining(sources))
    expect([...policy].filter(([, sources]) => sources.includes("'unsafe-inline'")).map(([name]) => name)).toEqual([
      'style-src',
    ])
  })

  // Catches a page that can be framed, post a form away or move its base, none of which default-src covers.
  it('closes what default-src leaves open', () => {
    for (const name of ['frame-ancestors', 'form-action', 'base-uri'])
      expect(directives([]).get(name)).toEqual(["'none'"])
  })

  // Catches a player whose video is blocked, and a video or a worker from elsewhere.
  it("lets a video play what the page made, and workers be the page's own", () => {
    expect(directives([]).get('media-src')).toEqual(['blob:'])
    expect(directives([]).get('worker-src')).toEqual(["'self'"])
  })

  // Catches a loopback page whose own bridge is blocked.
  it('adds what the host connects to', () => {
    expect(directives(['ws://127.0.0.1:4000']).get('connect-src')).toEqual(["'self'", 'ws://127.0.0.1:4000'])
  })
})

describe('securityHeaders', () => {
  // Catches an answer that goes out with one of the headers missing.
  it('holds the policy and its companions', () => {
    const headers = securityHeaders({ connect: [] })
    expect(headers).toMatchObject({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    expect(headers['Permissions-Policy']).toContain('camera=()')
    expect(headers['Content-Security-Policy']).toBe(contentSecurityPolicy({ connect: [] }))
  })
})
