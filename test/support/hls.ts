// A programme over HLS whose scenes change on cue. ffmpeg makes the scenes once; a server on loopback tells of them as a
// live broadcast does, one segment a second.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export type Scene = 'healthy' | 'black' | 'frozen' | 'silent'

const sceneSeconds = 8
/** Segments that the playlist lists. */
const shown = 6
const tone = 'sine=frequency=440:sample_rate=48000,volume=0.3'
const silence = 'anullsrc=sample_rate=48000:channel_layout=stereo'

interface Format {
  size: string
  rate: number
  bits: string
}
const small: Format = { size: '320x180', rate: 15, bits: '300k' }

function sourcesOf({ size, rate }: Format): Record<Scene, [picture: string, sound: string]> {
  const moving = `testsrc2=size=${size}:rate=${rate}`
  return {
    healthy: [moving, tone],
    black: [`color=black:size=${size}:rate=${rate}`, tone],
    frozen: [`${moving},select=eq(n\\,20),loop=-1:1:0,setpts=N/${rate}/TB`, tone],
    silent: [moving, silence],
  }
}

export const noFfmpeg = !(process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'ffmpeg')))

async function makeScene(folder: string, scene: Scene, format: Format): Promise<Buffer[]> {
  const [picture, sound] = sourcesOf(format)[scene]
  const args = [
    ...['-hide_banner', '-loglevel', 'error', '-nostdin'],
    ...['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, '-t', String(sceneSeconds)],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', format.bits],
    ...['-force_key_frames', 'expr:gte(t,n_forced)', '-sc_threshold', '0', '-c:a', 'aac', '-ac', '2', '-b:a', '64k'],
    ...['-f', 'hls', '-hls_time', '1', '-hls_list_size', '0'],
    ...['-hls_segment_filename', join(folder, `${scene}-%02d.ts`), join(folder, `${scene}.m3u8`)],
  ]
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${said}`)
  const files = readdirSync(folder).filter((name) => name.startsWith(`${scene}-`))
  return files.toSorted().map((name) => readFileSync(join(folder, name)))
}

export type Scenes = Record<Scene, Buffer[]>

export async function makeScenes(format = small): Promise<Scenes> {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-hls-'))
  try {
    const made = await Promise.all(
      (['healthy', 'black', 'frozen', 'silent'] as const).map(
        async (scene) => [scene, await makeScene(folder, scene, format)] as const,
      ),
    )
    return Object.fromEntries(made) as Scenes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface Program {
  origin: string
  /** Of the playlist. */
  address: string
  /** What every request asked for, with its headers. */
  seen: Array<{ path: string; headers: Record<string, unknown> }>
  show(scene: Scene): void
  /** No segment comes any more, as when the encoder stopped. */
  stop(): void
  go(): void
  close(): Promise<void>
}

/** `answers` stand before the programme's own: by path, on the same origin. */
export async function serveProgram(scenes: Scenes, answers: Record<string, RequestListener> = {}): Promise<Program> {
  const segments: Array<{ scene: Scene; part: number; at: number; cut: boolean }> = []
  const seen: Program['seen'] = []
  let scene: Scene = 'healthy'
  let next = 0
  let stopped = false

  function add(at: number): void {
    const parts = scenes[scene].length
    const before = segments.at(-1)
    const part = before?.scene === scene ? next % parts : 0
    next = part + 1
    segments.push({ scene, part, at, cut: before !== undefined && part === 0 })
  }
  for (let n = shown; n > 0; n--) add(Date.now() - n * 1_000)
  const timer = setInterval(() => {
    if (!stopped) add(Date.now())
  }, 1_000)

  function playlist(): string {
    const first = Math.max(0, segments.length - shown)
    const cuts = segments.slice(0, first + 1).filter(({ cut }) => cut).length
    const lines = segments
      .slice(first)
      .flatMap(({ at, cut }, place) => [
        ...(cut && place > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(at).toISOString()}`,
        '#EXTINF:1.0,',
        `segment-${first + place}.ts`,
      ])
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      '#EXT-X-TARGETDURATION:1',
      `#EXT-X-MEDIA-SEQUENCE:${first}`,
      `#EXT-X-DISCONTINUITY-SEQUENCE:${cuts}`,
      ...lines,
      '',
    ].join('\n')
  }

  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    seen.push({ path, headers: request.headers })
    const own = answers[path]
    if (own !== undefined) return own(request, response)
    if (path === '/live.m3u8')
      return response
        .writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl', 'set-cookie': 'a=b' })
        .end(playlist())
    const found = segments[Number(/^\/segment-(\d+)\.ts$/.exec(path)?.[1] ?? Number.NaN)]
    const bytes = found === undefined ? undefined : scenes[found.scene][found.part]
    if (bytes === undefined) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'video/mp2t', 'content-length': bytes.length }).end(bytes)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    address: `${origin}/live.m3u8?sign=secret-of-the-address`,
    seen,
    show: (wanted) => void (scene = wanted),
    stop: () => void (stopped = true),
    go: () => void (stopped = false),
    async close() {
      clearInterval(timer)
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
