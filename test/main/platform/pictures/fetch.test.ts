import http, { type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestOptions } from 'node:https'
import { afterEach, describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../../../main/core/fetch/addresses.ts'
import { createPictureFetcher, defaultBounds, type PictureParts } from '../../../../main/platform/pictures/fetch.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40)])
const publicAddress = '93.184.215.14'
let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A fetcher whose requests all reach one local server, with what it was asked to do. */
async function against(answer: RequestListener, parts: Partial<PictureParts> = {}) {
  const seen: IncomingMessage[] = []
  const asked: RequestOptions[] = []
  const listening = http.createServer((request, response) => {
    seen.push(request)
    answer(request, response)
  })
  server = listening
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
  const { port } = listening.address() as AddressInfo
  const fetchPictures = createPictureFetcher({
    resolve: async () => [publicAddress],
    request(options, onResponse) {
      asked.push(options)
      const { path, method, headers, signal } = options
      return http.request(
        { host: '127.0.0.1', port, agent: false, ...{ path, method, headers, signal } } as http.RequestOptions,
        onResponse,
      )
    },
    ...parts,
  })
  return { fetchPictures, seen, asked }
}

describe('which addresses may be reached', () => {
  // A template would reach services of this machine or network.
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['255.255.255.255', '198.18.0.1', '::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', 'fec0::1'],
    ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1'],
    ...['', 'localhost', '127.1'],
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each([publicAddress, '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'takes %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
})

describe('fetching', () => {
  // Cookies, a referrer or credentials would tell the sender of the pictures who looks.
  it('gives a data URL by the type of the bytes, and sends nothing about the person', async () => {
    const { fetchPictures, seen } = await against((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end(png),
    )
    expect(await fetchPictures(['https://pictures.example/a.png?x=1'])).toEqual([
      { url: 'https://pictures.example/a.png?x=1', data: `data:image/png;base64,${png.toString('base64')}` },
    ])
    expect(seen[0]?.url).toBe('/a.png?x=1')
    expect(Object.keys(seen[0]?.headers ?? {}).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host'])
  })

  // A second resolution could answer a private address (DNS rebinding).
  it('connects to the addresses that were checked', async () => {
    let resolved = 0
    const { fetchPictures, asked } = await against((_request, response) => response.end(png), {
      resolve: async () => [++resolved === 1 ? publicAddress : '127.0.0.1'],
    })
    await fetchPictures(['https://pictures.example/a.png'])
    expect(resolved).toBe(1)
    const found: unknown[] = []
    asked[0]?.lookup?.('pictures.example', { all: true }, (_error, addresses) => void found.push(addresses))
    asked[0]?.lookup?.('pictures.example', {}, (_error, address, family) => void found.push([address, family]))
    expect(found).toEqual([[{ address: publicAddress, family: 4 }], [publicAddress, 4]])
  })

  // One private address among public ones would be tried as well.
  it.each([
    ['http://pictures.example/a.png', 'not_https'],
    ['file:///etc/passwd', 'not_https'],
    ['no address', 'not_https'],
    ['https://me:secret@pictures.example/a.png', 'has_credentials'],
    ['https://127.0.0.1/a.png', 'not_public'],
    ['https://2130706433/a.png', 'not_public'],
    ['https://[::1]/a.png', 'not_public'],
    ['https://[::ffff:10.0.0.1]/a.png', 'not_public'],
    ['https://mixed.example/a.png', 'not_public'],
    ['https://nowhere.example/a.png', 'unreachable'],
  ])('refuses %s without a request', async (url, problem) => {
    const { fetchPictures, asked } = await against((_request, response) => response.end(png), {
      resolve: async (host) => (host === 'mixed.example' ? [publicAddress, '10.0.0.1'] : []),
    })
    expect(await fetchPictures([url])).toEqual([{ url, problem }])
    expect(asked).toEqual([])
  })

  // A public host could lead to a private one.
  it.each([
    ['https://inside.example/', 'not_public'],
    ['https://127.0.0.1/', 'not_public'],
    ['http://pictures.example/', 'not_https'],
    ['/again', 'too_many_redirects'],
  ])('checks a redirect to %s', async (location, problem) => {
    const { fetchPictures, seen } = await against((_request, response) => response.writeHead(302, { location }).end(), {
      resolve: async (host) => [host === 'inside.example' ? '10.0.0.1' : publicAddress],
    })
    const url = 'https://pictures.example/a.png'
    expect(await fetchPictures([url])).toEqual([{ url, problem }])
    expect(seen.length).toBe(problem === 'too_many_redirects' ? 4 : 1)
  })

  // Three redirects are usual for a picture behind a tracker.
  it('follows three redirects', async () => {
    const { fetchPictures } = await against((request, response) =>
      request.url === '/3'
        ? response.end(png)
        : response.writeHead(301, { location: `/${Number(request.url?.slice(1)) + 1}` }).end(),
    )
    expect((await fetchPictures(['https://pictures.example/0']))[0]?.data).toMatch(/^data:image\/png/)
  })

  // A document or an endless answer would fill the memory, or show something else than a picture.
  it.each<[string, string, RequestListener]>([
    [
      'a document',
      'not_a_picture',
      (_q, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<svg/>'),
    ],
    ['a missing one', 'not_found', (_q, response) => response.writeHead(404).end(png)],
    ['a large one', 'too_large', (_q, response) => response.writeHead(200, { 'content-length': '9999' }).end()],
    [
      'a large one without its length',
      'too_large',
      (_q, response) => response.end(Buffer.concat([png, Buffer.alloc(2000)])),
    ],
    ['one that never ends', 'timed_out', (_q, response) => void response.writeHead(200).write(png)],
    ['one that breaks off', 'unreachable', (_q, response) => void response.destroy()],
  ])('refuses %s', async (_name, problem, answer) => {
    const { fetchPictures } = await against(answer, { bounds: { ...defaultBounds, bytes: 1000, ms: 300 } })
    const url = 'https://pictures.example/a.png'
    expect(await fetchPictures([url])).toEqual([{ url, problem }])
  })

  // A resolver that does not answer would keep the call open.
  it('ends when a name does not resolve in time', async () => {
    const { fetchPictures } = await against((_q, response) => response.end(png), {
      resolve: () => new Promise(() => undefined),
      bounds: { ...defaultBounds, ms: 100 },
    })
    expect((await fetchPictures(['https://slow.example/']))[0]?.problem).toBe('timed_out')
  })
})
