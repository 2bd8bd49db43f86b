import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { answerFrom, answerMonitor } from '../../../../main/hosts/electron/protocol.ts'
import type { RouteRequest } from '../../../../main/core/types.ts'
import { createManifest } from '../../../../main/hosts/web/manifest.ts'
import { contentSecurityPolicy } from '../../../../main/hosts/web/policy.ts'

vi.mock('electron', () => import('../../../support/electron/stand-in.ts'))

let folder: string
const answer = (url: string, method = 'GET') => answerFrom(createManifest(folder), { url, method })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'showdesk-page-'))
  writeFileSync(join(folder, 'index.html'), '<p>page</p>')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('answerFrom', () => {
  // Catches a page that comes without its policy.
  it('serves the page under the policy', async () => {
    const response = answer('app://desk/')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy({ connect: [] }))
    expect(await response.text()).toBe('<p>page</p>')
  })

  // Catches a HEAD that carries a body, or says another length than GET.
  it('answers HEAD without the body', async () => {
    const response = answer('app://desk/index.html', 'HEAD')
    expect(response.headers.get('content-length')).toBe('11')
    expect(await response.text()).toBe('')
  })

  // Catches files served under another host of the scheme, which is another origin, or outside the list.
  it.each([
    'app://other/index.html',
    'app://user@desk/',
    'app://desk/nothing.js',
    'app://desk/../../etc/passwd',
    'app://desk/..%2findex.html',
    'app://desk/%69ndex.html',
  ])('knows no %s', (url) => {
    const response = answer(url)
    expect(response.status).toBe(404)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  // Catches a write that is taken for a read.
  it('refuses other methods', () => {
    expect(answer('app://desk/', 'POST').status).toBe(405)
    expect(answer('app://desk/', 'DELETE').headers.get('allow')).toBe('GET, HEAD')
  })
})

describe('answerMonitor', () => {
  const asked: RouteRequest[] = []
  const ask = (url: string, init: RequestInit = {}) =>
    answerMonitor(
      async (request) => {
        asked.push(request)
        return { status: 206, headers: { 'Content-Range': 'bytes 0-4/9' }, body: Readable.from([Buffer.from('piece')]) }
      },
      { method: init.method ?? 'GET', url, headers: new Headers(init.headers), signal: new AbortController().signal },
    )

  // Catches a segment without the policy, and a ticket or a range that gets lost on the way.
  it('hands a request to the route and streams its answer', async () => {
    const response = await ask('app://desk/monitor/7?x=1', {
      headers: { 'x-showdesk-ticket': 'abc', range: 'bytes=0-4', cookie: 'a=b' },
    })
    expect(await response?.text()).toBe('piece')
    expect([response?.status, response?.headers.get('content-range')]).toEqual([206, 'bytes 0-4/9'])
    expect(response?.headers.get('content-security-policy')).toBe(contentSecurityPolicy({ connect: [] }))
    expect(asked).toEqual([
      { path: '/monitor/7', ticket: 'abc', range: 'bytes=0-4', signal: expect.any(AbortSignal) as AbortSignal },
    ])
  })

  // Catches a route that answers another host of the scheme, a write, or in place of the page's files.
  it.each([
    ['app://other/monitor/0', 'GET'],
    ['app://desk/monitor/0', 'POST'],
    ['app://desk/index.html', 'GET'],
    ['app://desk/monitor', 'GET'],
  ])('leaves %s by %s alone', (url, method) => expect(ask(url, { method })).toBeUndefined())
})
