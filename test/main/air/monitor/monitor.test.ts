import http, { type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { createMonitor, type MonitorParts } from '../../../../main/air/monitor/index.ts'
import { defaultBounds, type Bounds } from '../../../../main/air/monitor/route.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { createRemote } from '../../../../main/core/fetch/open.ts'

const publicAddress = '93.184.215.14'
const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nseg-1.ts\n'

/** A real server on loopback, and what it was asked. */
async function listen(answer: RequestListener): Promise<{ origin: string; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = []
  const server = http.createServer((request, response) => {
    seen.push(request)
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

/** Hosts of the internet, all of which one local server plays; `inside.example` resolves to this machine. */
function internet(origin: string) {
  const asked: string[] = []
  const remote = createRemote({
    resolve: async (host) => (host === 'inside.example' ? ['127.0.0.1'] : [publicAddress]),
    request(options, onResponse) {
      asked.push(`${options.protocol}//${options.hostname}${options.path}`)
      const { path, method, headers, signal } = options
      const to = { host: '127.0.0.1', port: new URL(origin).port, path, method, headers, signal, agent: false }
      return http.request(to as http.RequestOptions, onResponse)
    },
  })
  return { remote, asked }
}

function make(parts: Partial<MonitorParts> & { details?: Json; streams?: Json; limits?: Partial<Bounds> } = {}) {
  const kept = new Map<string, unknown>()
  const reads: string[] = []
  const told: unknown[] = []
  const { details = { details: [] }, streams = { streams: [] }, limits, ...others } = parts
  const monitor = createMonitor({
    settings: { read: (name) => kept.get(name), write: (name, value) => void kept.set(name, value) },
    broadcast: (environment) => ({ environment, stream: { id: 'str_1', name: 'Main' } }),
    shows: { running: () => undefined },
    environments: {
      get: (id) => ({
        id,
        name: id,
        baseUrl: '',
        selected: true,
        configured: true,
        ...(id === 'rehearsal' && { embedded: true }),
      }),
    },
    choiceOf: () => undefined,
    client: {
      read: async ({ operation }) => {
        reads.push(operation)
        return { data: operation.includes('details') ? details : streams } as never
      },
    },
    events: { emit: (_event, payload) => void told.push(payload) },
    clock: systemClock,
    bounds: { ...defaultBounds, ...limits },
    ...others,
  })
  onTestFinished(() => monitor.stop())
  return { monitor, reads, told, kept }
}

const event = (address: string, more: object = {}) => ({
  details: [{ id: 'det_1', streamId: 'str_1', providerName: 'Output one', providerPlaybackUrl: address, ...more }],
})

async function opened(monitor: ReturnType<typeof make>['monitor'], environment: EnvironmentId = 'production') {
  const { session } = await monitor.open({ environment })
  const ticket = session?.ticket ?? ''
  const ask = async (
    path = session?.path ?? '',
    more: { range?: string; ticket?: string; signal?: AbortSignal } = {},
  ) => {
    const signal = more.signal ?? AbortSignal.timeout(20_000)
    const answer = await monitor.answer({ path, ticket: more.ticket ?? ticket, range: more.range, signal })
    return { ...answer, problem: answer.headers['x-showdesk-problem'] }
  }
  return { session, ask }
}

describe('where viewers watch', () => {
  // Catches an address of another stream's event, a masked one, and the stopped event's before the live one's.
  it('is the address of the events of the chosen stream, those on air first', async () => {
    const { monitor, reads } = make({
      details: {
        details: [
          { id: 'a', streamId: 'str_2', providerPlaybackUrl: 'https://a.example/' },
          { id: 'b', stream_id: 'str_1', provider_playback_url: 'https://b.example/', started: true, stopped: true },
          { id: 'c', streamId: 'str_1', providerPlaybackUrl: 'https://c.example/', started: true, providerName: 'Two' },
          { id: 'd', streamId: 'str_1', providerPlaybackUrl: '***' },
          { id: 'e', streamId: 'str_1', providerPlaybackUrl: 'https://b.example/' },
        ],
      },
    })
    const { sources, session } = await monitor.open({ environment: 'production' })
    expect(sources).toEqual([
      { id: 'event/c', kind: 'event', name: 'Two' },
      { id: 'event/b', kind: 'event' },
    ])
    expect(session?.source).toBe('event/c')
    expect((await monitor.open({ environment: 'production', source: 'event/b' })).session?.source).toBe('event/b')
    expect(reads).toEqual(['GET /api/video/details/all', 'GET /api/video/details/all'])
  })

  // Catches a stream whose own address is never looked at, and a session for nothing.
  it("is the stream's own address where no event has one, and nothing where none is known", async () => {
    const streams = { streams: [{ id: 'str_1', providerPlaybackUrl: 'https://own.example/' }, { id: 'str_2' }] }
    expect((await make({ streams }).monitor.open({ environment: 'production' })).sources).toEqual([
      { id: 'stream/str_1', kind: 'stream' },
    ])
    expect(await make().monitor.open({ environment: 'production' })).toEqual({ sources: [] })
    const none = make({ broadcast: (environment) => ({ environment }) })
    expect(await none.monitor.open({ environment: 'production' })).toEqual({ sources: [] })
    expect(none.reads).toEqual([])
  })

  // Catches an address by hand that is not kept for its environment alone, or is asked of the platform all the same.
  it('is the address that a person set, before all others', async () => {
    const { monitor, reads, told } = make({ details: event('https://a.example/') })
    const state = { environment: 'production', address: 'https://hand.example/live.m3u8', onStage: false, open: false }
    expect(monitor.set({ environment: 'production', address: 'https://hand.example/live.m3u8' })).toEqual(state)
    expect(told).toEqual([state])
    expect((await monitor.open({ environment: 'production' })).sources).toEqual([{ id: 'hand', kind: 'hand' }])
    expect(reads).toEqual([])
    expect(monitor.get('development').address).toBeUndefined()
    monitor.set({ environment: 'production', address: null })
    expect((await monitor.open({ environment: 'production' })).session?.source).toBe('event/det_1')
  })

  // Catches a password in an address, and plain HTTP over the internet.
  it.each(['http://video.example/', 'https://me:secret@video.example/', 'ftp://127.0.0.1/', 'live', 'http://8.8.8.8/'])(
    'refuses %s by hand',
    (address) => {
      const { monitor, kept } = make()
      expect(() => monitor.set({ environment: 'production', address })).toThrow('can not be used')
      expect(kept.size).toBe(0)
    },
  )
  it.each(['https://video.example/a.m3u8?x=1', 'http://127.0.0.1:8888/a.m3u8', 'http://192.168.1.5/', 'http://[::1]/'])(
    'takes %s by hand',
    (address) => expect(make().monitor.set({ environment: 'production', address }).address).toBe(address),
  )

  // Catches a monitor that opens by itself in the next show.
  it('remembers in a show alone that it is open', () => {
    let running: string | undefined = 'show_1'
    const environment = 'production'
    const { monitor } = make({
      shows: { running: () => (running === undefined ? running : { id: running, environment }) },
    })
    expect(monitor.set({ environment: 'production', open: true }).open).toBe(true)
    running = 'show_2'
    expect(monitor.get('production').open).toBe(false)
    running = undefined
    expect(monitor.set({ environment: 'production', open: true }).open).toBe(false)
  })
})

describe('the route', () => {
  // Catches a cookie, a referrer, a credential or the desk's name that goes along, and a foreign address in the page.
  it('serves what the playlists name, and sends nothing about the person', async () => {
    const { origin, seen } = await listen((request, response) =>
      response
        .writeHead(200, { 'set-cookie': 'a=b', 'content-type': 'video/mp2t' })
        .end(request.url?.startsWith('/live') ? playlist : 'bytes'),
    )
    const { remote, asked } = internet(origin)
    const { monitor } = make({ remote, details: event('https://video.example/live.m3u8?sign=1') })
    const { ask } = await opened(monitor)
    const first = await ask()
    expect(first.status).toBe(200)
    expect(first.body).toBe('#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n/monitor/1\n')
    expect((await ask()).body).toBe(first.body)
    const segment = await ask('/monitor/1', { range: 'bytes=0-4' })
    expect(await text(segment.body as Readable)).toBe('bytes')
    expect(segment.headers).toEqual({ 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' })
    expect(asked).toEqual([
      'https://video.example/live.m3u8?sign=1',
      'https://video.example/live.m3u8?sign=1',
      'https://video.example/seg-1.ts',
    ])
    expect(seen.map(({ headers }) => Object.keys(headers).sort())).toEqual([
      ['accept', 'accept-encoding', 'connection', 'host'],
      ['accept', 'accept-encoding', 'connection', 'host'],
      ['accept', 'accept-encoding', 'connection', 'host', 'range'],
    ])
  })

  // Catches a page that asks for what no playlist named, with a guessed ticket, or after the end.
  it('knows nothing without the ticket, and nothing that was not named', async () => {
    const { origin, seen } = await listen((_request, response) => response.end(playlist))
    const { monitor } = make({ remote: internet(origin).remote, details: event('https://video.example/') })
    const { ask, session } = await opened(monitor)
    const paths = ['/monitor/1', '/monitor/', '/monitor/../0', '/monitor/https://video.example/', '/monitor/__proto__']
    for (const path of paths) expect((await ask(path)).problem).toBe('gone')
    for (const ticket of ['', 'x', `${session?.ticket}x`])
      expect((await ask('/monitor/0', { ticket })).status).toBe(410)
    expect(seen).toEqual([])
    expect((await ask()).status).toBe(200)
    monitor.close(session?.ticket ?? '')
    expect((await ask()).problem).toBe('gone')
  })

  // Catches a broadcast that makes the desk reach into its own network: by address, by name, by redirect, by a segment.
  it.each([
    ['http://video.example/', 'not_https'],
    ['https://127.0.0.1/', 'not_public'],
    ['http://127.0.0.1/', 'not_https'],
    ['https://[::1]/', 'not_public'],
    ['https://169.254.169.254/', 'not_public'],
    ['https://inside.example/', 'not_public'],
    ['https://me:secret@video.example/', 'has_credentials'],
    ['nonsense', 'not_https'],
  ])('refuses %s of an event', async (address, problem) => {
    const { origin, seen } = await listen((_request, response) => response.end(playlist))
    const { monitor } = make({ remote: internet(origin).remote, details: event(address) })
    expect((await (await opened(monitor)).ask()).problem).toBe(problem)
    expect(seen).toEqual([])
  })
  it.each([
    ['https://inside.example/x', 'not_public'],
    ['https://10.0.0.1/x', 'not_public'],
    ['http://video.example/x', 'not_https'],
    ['file:///etc/passwd', 'not_https'],
    ['/again', 'too_many_redirects'],
  ])('refuses a redirect to %s, of a playlist and of a segment', async (location, problem) => {
    let first = true
    const { origin, seen } = await listen((_request, response) => {
      if (first) response.end(playlist)
      else response.writeHead(302, { location }).end()
      first = false
    })
    const { monitor } = make({ remote: internet(origin).remote, details: event('https://video.example/a.m3u8') })
    const { ask } = await opened(monitor)
    await ask()
    for (const path of ['/monitor/0', '/monitor/1']) expect((await ask(path)).problem).toBe(problem)
    expect(seen).toHaveLength(problem === 'too_many_redirects' ? 9 : 3)
  })

  // Catches a playlist whose addresses are taken as relative to the first address, not to the last of three redirects.
  it('follows three redirects, and reads the playlist from there', async () => {
    const { origin } = await listen((request, response) => {
      const at = Number(request.url?.slice(1))
      if (at < 3) response.writeHead(301, { location: `https://hop${at}.example/${at + 1}` }).end()
      else response.end(playlist)
    })
    const { remote, asked } = internet(origin)
    const { ask } = await opened(make({ remote, details: event('https://video.example/0') }).monitor)
    expect((await ask()).status).toBe(200)
    await ask('/monitor/1')
    expect(asked.at(-1)).toBe('https://hop2.example/seg-1.ts')
  })

  // Catches a playlist on this machine, set by hand, that leads to another service of this machine.
  it('reaches only the origin that a person set on this machine, and a public one from there', async () => {
    const other = await listen((_request, response) => response.end('secret'))
    const named = `#EXTM3U\n#EXTINF:2,\n${other.origin}/x\n#EXTINF:2,\nseg.ts\n#EXTINF:2,\nmoved.ts\n`
    const own = await listen((request, response) => {
      if (request.url === '/moved.ts') response.writeHead(302, { location: `${other.origin}/x` }).end()
      else response.end(request.url === '/live.m3u8' ? named : 'bytes')
    })
    const { monitor } = make()
    monitor.set({ environment: 'production', address: `${own.origin}/live.m3u8` })
    const { ask } = await opened(monitor)
    expect((await ask()).status).toBe(200)
    expect((await ask('/monitor/1')).problem).toBe('not_https')
    expect(await text((await ask('/monitor/2')).body as Readable)).toBe('bytes')
    expect((await ask('/monitor/3')).problem).toBe('not_https')
    expect(other.seen).toEqual([])
  })

  // Catches a rehearsal that can't be watched, and an event of a real platform that may reach this machine.
  it('reaches this machine for an event of the rehearsal alone', async () => {
    const { origin } = await listen((_request, response) => response.end(playlist))
    const { monitor } = make({ details: event(`${origin}/live.m3u8`) })
    expect((await (await opened(monitor, 'rehearsal')).ask()).status).toBe(200)
    expect((await (await opened(monitor, 'production')).ask()).problem).toBe('not_https')
    expect((await (await opened(monitor, 'development')).ask()).problem).toBe('not_https')
  })

  // Catches a rehearsal at another platform's address, whose answers make the desk fetch what only this machine may.
  it('reaches nothing local for a rehearsal at a foreign address', async () => {
    const { origin, seen } = await listen((_request, response) => response.end(playlist))
    const { monitor } = make({
      details: event(`${origin}/admin?do=1`),
      environments: {
        get: (id) => ({ id, name: id, baseUrl: 'https://other.example', selected: true, configured: true }),
      },
    })
    expect((await (await opened(monitor, 'rehearsal')).ask()).problem).toBe('not_https')
    expect(seen).toEqual([])
  })

  // Catches answers that fill the memory, hang, or are no playlist, which the player would only call broken.
  it.each<[string, string, RequestListener]>([
    ['a page', 'not_a_playlist', (_q, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['a missing one', 'not_found', (_q, r) => r.writeHead(404).end(playlist)],
    ['a refused one', 'not_found', (_q, r) => r.writeHead(403).end(playlist)],
    ['one of very many lines', 'too_large', (_q, r) => r.end(`${playlist}${'\n'.repeat(101)}`)],
    ['a large one', 'too_large', (_q, r) => r.writeHead(200, { 'content-length': '99999' }).end()],
    [
      'an endless one',
      'too_large',
      (_q, r) => void setInterval(() => r.write(`${playlist}${'#\n'.repeat(999)}`), 1).unref(),
    ],
    ['a slow one', 'timed_out', (_q, r) => void r.writeHead(200).write(playlist)],
    ['one that breaks off', 'unreachable', (_q, r) => void r.destroy()],
  ])('refuses %s as a playlist', async (_name, problem, answer) => {
    const { origin } = await listen(answer)
    const limits = { playlistBytes: 10_000, playlistLines: 100, playlistMs: 400 }
    const { ask } = await opened(
      make({ remote: internet(origin).remote, details: event('https://v.example/'), limits }).monitor,
    )
    expect((await ask()).problem).toBe(problem)
  })

  /** The route's segment 1, for which the server answers as told. */
  async function segment(answer: RequestListener, limits: Partial<Bounds> = {}) {
    const server = await listen((request, response) =>
      request.url === '/a.m3u8' ? response.end(playlist) : answer(request, response),
    )
    const { ask } = await opened(
      make({ remote: internet(server.origin).remote, details: event('https://v.example/a.m3u8'), limits }).monitor,
    )
    await ask()
    return { ...server, ask: (more: Parameters<typeof ask>[1] = {}) => ask('/monitor/1', more) }
  }

  // Catches a segment that is taken for whole although it was cut: huge, slow or broken off.
  it.each<[string, RequestListener]>([
    ['a huge segment', (_q, r) => void setInterval(() => r.write(Buffer.alloc(4_000)), 1).unref()],
    ['a segment that stops', (_q, r) => void r.writeHead(200).write('some')],
    ['a segment that trickles', (_q, r) => void setInterval(() => r.write('x'), 50).unref()],
    [
      'a segment that breaks off',
      (_q, r) => void r.writeHead(200, { 'content-length': '9' }).write('some', () => r.destroy()),
    ],
  ])('breaks off %s', async (_name, answer) => {
    const { ask } = await segment(answer, { segmentBytes: 20_000, idleMs: 300, segmentMs: 600 })
    await expect(text((await ask()).body as Readable)).rejects.toThrow()
  })
  it('refuses a segment that announces too much, and one that never begins', async () => {
    const large = await segment((_q, r) => r.writeHead(200, { 'content-length': '99999999' }).end())
    expect((await large.ask()).problem).toBe('too_large')
    const silent = await segment(() => undefined, { idleMs: 200 })
    expect((await silent.ask()).problem).toBe('timed_out')
  })

  // Catches a segment that is buffered whole before the page gets its first byte, and one that goes on for nobody.
  it('streams, and ends at the far side when the page went away', async () => {
    let closed = false
    const { ask } = await segment((_q, response) => {
      response.once('close', () => (closed = true))
      response.writeHead(200).write('begin')
    })
    const gone = new AbortController()
    const { body } = await ask({ signal: gone.signal })
    const [piece] = (await (body as Readable).iterator({ destroyOnReturn: false }).next()).value ? ['begin'] : []
    expect(piece).toBe('begin')
    gone.abort()
    await expect.poll(() => closed).toBe(true)
  })

  // Catches a range that is lost, so that the whole of a long file comes, and one that smuggles a header.
  it('passes a range on, and only a plain one', async () => {
    const { ask, seen } = await segment((request, response) =>
      request.headers.range === undefined
        ? response.end('whole')
        : response.writeHead(206, { 'content-range': 'bytes 0-3/9' }).end('part'),
    )
    const part = await ask({ range: 'bytes=0-3' })
    expect([part.status, part.headers['Content-Range'], await text(part.body as Readable)]).toEqual([
      206,
      'bytes 0-3/9',
      'part',
    ])
    const whole = await ask({ range: 'bytes=0-3, 5-6\r\nx: y' })
    expect([whole.status, await text(whole.body as Readable)]).toEqual([200, 'whole'])
    expect(seen.at(-1)?.headers.range).toBeUndefined()
  })

  // Catches a page that opens hundreds of connections to a far host through the desk, and a count that never falls.
  it('serves a few at once', async () => {
    const { ask } = await segment((_q, response) => void setTimeout(() => response.end('late'), 100), { atOnce: 2 })
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429])
    for (const { body } of answers) if (typeof body === 'object') await text(body)
    let again = await ask()
    await expect.poll(async () => (again.status === 429 ? (again = await ask()) : again).status).toBe(200)
    expect(await text(again.body as Readable)).toBe('late')
  })

  // Catches sessions that pile up, or that last for ever.
  it('ends the oldest session and idle ones', async () => {
    let now = 0
    const { origin } = await listen((_request, response) => response.end(playlist))
    const { monitor } = make({
      remote: internet(origin).remote,
      details: event('https://v.example/a.m3u8'),
      clock: { now: () => now, after: () => () => undefined },
    })
    const first = await opened(monitor)
    for (let n = 0; n < 8; n++) await opened(monitor)
    expect((await first.ask()).problem).toBe('gone')
    const last = await opened(monitor)
    expect((await last.ask()).status).toBe(200)
    now += 61_000
    expect((await last.ask()).problem).toBe('gone')
  })
})
