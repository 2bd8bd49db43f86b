// Real streaming software: OBS Studio under Xvfb with a home of its own, and a sink for its stream made by ffmpeg. Both
// end with the test, or with the process that started them.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import OBSWebSocket from 'obs-websocket-js/json'
import { until } from './until.ts'

export const obsPassword = 'pw-Of-The-Software-42'

const has = (command: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)))

/** Whether the software, a screen for it and a sink can be started here. */
export const hasObs = process.platform === 'linux' && ['obs', 'Xvfb', 'ffmpeg'].every(has)

export interface Obs {
  address: string
  /** Of the sink that it streams to, which nobody serves until `startSink`. */
  rtmpPort: number
  /** A client of the test's own. */
  client: OBSWebSocket
  /** SIGKILL. */
  kill(): Promise<void>
  end(): Promise<void>
}

/** Below the ports that systems assign, so that nobody else gets it meanwhile. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 30_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((done) => {
    server.once('error', () => done(false))
    server.listen(port, () => done(true))
  })
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}

/** Two scenes, 320 by 180 at 10 frames a second; the websocket server asks for `obsPassword`, or for none. */
export async function startObs({ asksPassword = true } = {}): Promise<Obs> {
  const home = mkdtempSync(join(tmpdir(), 'showdesk-obs-'))
  const [port, rtmpPort] = [await freePort(), await freePort()]
  writeConfig({ home, port, rtmpPort, asksPassword })
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '640x480x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const display = await new Promise<string>((done, fail) => {
    createInterface({ input: screen.stdout }).once('line', done)
    screen.once('exit', () => fail(new Error('Xvfb ended early')))
  })
  const runtime = join(home, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  const { PATH = '' } = process.env
  const software = spawn('obs', ['--multi', '--disable-updater', '--disable-missing-files-check'], {
    stdio: 'ignore',
    env: {
      PATH,
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_DATA_HOME: join(home, 'data'),
      XDG_RUNTIME_DIR: runtime,
      DISPLAY: `:${display}`,
      LIBGL_ALWAYS_SOFTWARE: '1',
      QT_QPA_PLATFORM: 'xcb',
      LANG: 'C.UTF-8',
    },
  })
  const endBoth = (): void => {
    software.kill('SIGKILL')
    screen.kill('SIGKILL')
  }
  process.once('exit', endBoth)
  const address = `ws://127.0.0.1:${port}`
  const client = new OBSWebSocket()
  const end = async (): Promise<void> => {
    await client.disconnect().catch(() => undefined)
    await ended(software)
    await ended(screen)
    process.off('exit', endBoth)
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await connected(client, address, software)
    const { scenes } = await client.call('GetSceneList')
    for (const sceneName of ['Opening', 'Main'])
      if (!scenes.some((scene) => scene.sceneName === sceneName)) await client.call('CreateScene', { sceneName })
  } catch (error) {
    await end()
    throw error
  }
  return { address, rtmpPort, client, kill: () => ended(software), end }
}

async function connected(client: OBSWebSocket, address: string, software: ChildProcess): Promise<void> {
  let tries = 0
  await until(async () => {
    try {
      await client.connect(address, obsPassword)
      await client.call('GetSceneList')
      return true
    } catch (error) {
      if (++tries > 200 || software.exitCode !== null) throw error
      await client.disconnect().catch(() => undefined)
      return false
    }
  }, 250)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Every start of its output that the software itself tells of, from now on. */
export function countStarts({ client }: Pick<Obs, 'client'>): { count: number; stop(): void } {
  const seen = { count: 0, stop: () => void client.off('StreamStateChanged', take) }
  function take({ outputState }: { outputState: string }): void {
    if (outputState === 'OBS_WEBSOCKET_OUTPUT_STARTING') seen.count += 1
  }
  client.on('StreamStateChanged', take)
  return seen
}

export interface Sink {
  /** SIGKILL: its port refuses connections afterwards. */
  stop(): Promise<void>
}

/** Serves one stream at the port, and once more after each end. */
export async function startSink(port: number): Promise<Sink> {
  let child: ChildProcess | undefined
  let stopped = false
  const serve = (): void => {
    if (stopped) return
    const input = ['-listen', '1', '-f', 'flv', '-i', `rtmp://127.0.0.1:${port}/live/key`]
    child = spawn('ffmpeg', ['-loglevel', 'quiet', ...input, '-f', 'null', '-'], { stdio: 'ignore' })
    child.once('exit', () => {
      setTimeout(serve, 100)
    })
  }
  const kill = (): void => void child?.kill('SIGKILL')
  process.once('exit', kill)
  serve()
  // A connection would be taken for the stream.
  await until(() => isServed(port))
  return {
    async stop() {
      stopped = true
      process.off('exit', kill)
      if (child !== undefined) await ended(child)
    },
  }
}

const isServed = (port: number): boolean =>
  new RegExp(`:${port.toString(16).toUpperCase().padStart(4, '0')} \\S+ 0A `).test(
    readFileSync('/proc/net/tcp', 'utf8'),
  )

function writeConfig({
  home,
  port,
  rtmpPort,
  asksPassword,
}: {
  home: string
  port: number
  rtmpPort: number
  asksPassword: boolean
}): void {
  const folder = join(home, 'config/obs-studio')
  const profile = join(folder, 'basic/profiles/Untitled')
  mkdirSync(profile, { recursive: true })
  mkdirSync(join(folder, 'basic/scenes'), { recursive: true })
  const write = (path: string, text: string): void => writeFileSync(path, text)
  write(
    join(folder, 'global.ini'),
    `[General]
FirstRun=true
LastVersion=486539266
EnableAutoUpdates=false
InfoIncrement=99
[Basic]
Profile=Untitled
ProfileDir=Untitled
SceneCollection=Untitled
SceneCollectionFile=Untitled
ConfigOnNewProfile=false
[OBSWebSocket]
FirstLoad=false
ServerEnabled=true
ServerPort=${port}
AlertsEnabled=false
AuthRequired=${asksPassword}
ServerPassword=${obsPassword}
[BasicWindow]
WarnBeforeStartingStream=false
WarnBeforeStoppingStream=false
`,
  )
  write(
    join(profile, 'basic.ini'),
    `[General]
Name=Untitled
[Output]
Mode=Simple
Reconnect=true
RetryDelay=1
MaxRetries=20
[SimpleOutput]
VBitrate=300
StreamEncoder=x264
Preset=ultrafast
FilePath=${home}
[Video]
BaseCX=320
BaseCY=180
OutputCX=320
OutputCY=180
FPSType=0
FPSCommon=10
`,
  )
  write(
    join(profile, 'service.json'),
    JSON.stringify({
      type: 'rtmp_custom',
      settings: { server: `rtmp://127.0.0.1:${rtmpPort}/live`, key: 'key', use_auth: false },
    }),
  )
}
