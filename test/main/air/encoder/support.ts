// Streaming software over a real ledger, profile, vault and clock, and a server that answers as the software does, or as
// the real one can't be made to.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
import type { EncoderOperation, EncoderState } from '#contract/air/encoder.ts'
import type { Intent } from '#contract/models.ts'
import { createSettings } from '../../../../main/core/profile/settings.ts'
import { createEncoders } from '../../../../main/air/encoder/index.ts'
import { permitNow } from '../../../../main/core/keychain/asking.ts'
import type { Failure } from '../../../../main/core/keychain/errors.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createVault, createVaultIndex } from '../../../../main/core/keychain/vault.ts'
import { createLedger } from '../../../../main/platform/ledger/index.ts'
import { systemClock, type Clock, type Keychain, type Log } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { createFakeClient, createFakeClock, operations } from '../../platform/ledger/support.ts'

export type Bench = Awaited<ReturnType<typeof createBench>>

export async function createBench() {
  const folder = await mkdtemp(join(tmpdir(), 'encoder-'))
  let jumped = 0
  let speed = 1
  let since = { real: performance.now(), wall: Date.now(), running: 0 }
  const passed = (): number => (performance.now() - since.real) * speed
  const clock: Clock = {
    now: () => Math.round(since.wall + passed()) + jumped,
    monotonic: () => since.running + passed(),
    after: (ms, run) => systemClock.after(ms / speed, run),
  }
  const said: string[] = []
  const log: Log = { write: (...line) => void said.push(JSON.stringify(line)) }
  const memory = createMemoryKeychain({ clock, log })
  /** What the keychain does instead of answering, and who asked it. */
  const keys: { fails: Failure | undefined; asked: Array<boolean | undefined> } = { fails: undefined, asked: [] }
  const keychain: Keychain = {
    ...memory,
    get(account) {
      keys.asked.push(permitNow()?.mayAsk)
      return keys.fails === undefined ? memory.get(account) : Promise.resolve({ outcome: keys.fails })
    },
  }
  const redactor = createRedactor()
  const states: EncoderState[] = []
  const openAll = async () => {
    const database = await openProfile({ folder, clock, log, isSecret: redactor.holdsAtRest })
    const vault = createVault({ keychain, redactor, index: createVaultIndex(database) })
    const ledger = createLedger({
      database,
      client: createFakeClient(createFakeClock()),
      operations,
      vault,
      clock,
      log,
      environment: () => 'rehearsal',
      account: () => undefined,
      redact: (value) => redactor.json(value),
    })
    const encoders = createEncoders({ settings: createSettings(database), vault, ledger, clock, log })
    encoders.onState((state) => states.push(state))
    ledger.start()
    encoders.start()
    return { database, ledger, encoders, vault }
  }
  const bench = {
    folder,
    said,
    states,
    redactor,
    keys,
    ...(await openAll()),
    /** Sets the wall clock alone. */
    jump: (ms: number) => void (jumped += ms),
    /** From now on time passes 20 times as fast. */
    hurry(): void {
      since = { real: performance.now(), wall: since.wall + passed(), running: since.running + passed() }
      speed = 20
    },
    /** Enters the software and uses it. */
    async use(address: string, password?: string) {
      const { id } = await bench.encoders.save({ name: 'Studio', address, password })
      bench.encoders.use(id)
      return id
    },
    until: (matches: (state: EncoderState) => boolean): Promise<EncoderState> =>
      new Promise((done) => {
        const stop = bench.encoders.onState(look)
        function look(state: EncoderState): void {
          if (!matches(state)) return
          stop()
          done(state)
        }
        look(bench.encoders.state())
      }),
    command: (
      operation: EncoderOperation,
      more: { scene?: string; title?: string; press?: string; pressedAt?: string; encoder?: string } = {},
    ): Promise<Intent> => {
      const { press = randomUUID(), pressedAt = new Date(clock.now()).toISOString(), encoder, ...rest } = more
      return bench.encoders.command(
        { operation, ...rest },
        { press, environment: 'rehearsal', decision: { environment: 'rehearsal', pressedAt }, encoder },
      )
    },
    /** Leaves everything as a crash does, and opens the profile again. */
    async crash() {
      bench.encoders.stop()
      bench.database.close()
      Object.assign(bench, await openAll())
    },
    async end() {
      bench.encoders.stop()
      await bench.ledger.stop(0)
      bench.database.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return bench
}

interface Asked {
  requestId: string
  requestType: string
  requestData?: Record<string, string>
}

export type Fake = Awaited<ReturnType<typeof startFake>>

/** Speaks as much of obs-websocket 5 as the desk asks. Without a password; each request can be given another fate. */
export async function startFake(port = 0) {
  const server = new WebSocketServer({ port, host: '127.0.0.1', handleProtocols: () => 'obswebsocket.json' })
  await once(server, 'listening')
  const state = { active: false, reconnecting: false, bytes: 0, frames: 0, skipped: 0, grows: true, program: 'Opening' }
  const requests: string[] = []
  const sockets = new Set<WebSocket>()
  const fake = {
    address: `ws://127.0.0.1:${(server.address() as { port: number }).port}`,
    state,
    requests,
    /** How many connections were asked for. */
    tries: 0,
    /** Requests that came in a message of their own. */
    single: [] as string[],
    chapters: false,
    /** By the name of a read, what is answered instead. */
    lies: {} as Record<string, object>,
    /** Closes with 4009 instead of letting anybody in. */
    refuses: false,
    /** What becomes of a command: its effect happens, or not, and the socket is cut instead of an answer. */
    fate: 'answers' as 'answers' | 'cutsAfter' | 'cutsBefore' | 'silentAfter',
    cut: () => sockets.forEach((socket) => socket.terminate()),
    async end() {
      fake.cut()
      server.close()
      await once(server, 'close')
    },
  }
  const acts: Record<string, (data: Record<string, string>) => void> = {
    StartStream: () => void (state.active = true),
    StopStream: () => void (state.active = false),
    SetCurrentProgramScene: ({ sceneName = '' }) => void (state.program = sceneName),
    CreateRecordChapter: () => undefined,
  }
  const reads: Record<string, () => object> = {
    GetVersion: () => ({ obsVersion: '30.2.0', availableRequests: fake.chapters ? ['CreateRecordChapter'] : [] }),
    GetStreamStatus: () => ({
      outputActive: state.active,
      outputReconnecting: state.reconnecting,
      outputDuration: 0,
      outputBytes: state.active && state.grows ? (state.bytes += 1_000) : state.bytes,
      outputSkippedFrames: state.skipped,
      outputTotalFrames: state.frames,
    }),
    GetRecordStatus: () => ({ outputActive: true, outputPaused: false, outputDuration: 0 }),
    GetSceneList: () => ({
      currentProgramSceneName: state.program,
      scenes: [{ sceneName: 'Main' }, { sceneName: 'Opening' }],
    }),
    GetStats: () => ({ cpuUsage: 1, memoryUsage: 100, activeFps: 30 }),
  }
  const answer = ({ requestId, requestType }: Asked) => ({
    ...{ requestId, requestType, requestStatus: { result: true, code: 100 } },
    responseData: { ...reads[requestType]?.(), ...fake.lies[requestType] },
  })
  server.on('connection', (socket) => {
    fake.tries += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const send = (op: number, d: object): void => socket.send(JSON.stringify({ op, d }))
    send(0, { obsWebSocketVersion: '5.5.0', rpcVersion: 1 })
    socket.on('message', (text: Buffer) => {
      const { op, d } = JSON.parse(text.toString('utf8')) as {
        op: number
        d: Asked & { requests?: Asked[] }
      }
      if (op === 1) return fake.refuses ? socket.close(4009) : send(2, { negotiatedRpcVersion: 1 })
      if (op === 6) fake.single.push(d.requestType)
      const act = acts[d.requestType]
      if (act !== undefined) {
        requests.push(d.requestType)
        if (fake.fate === 'cutsBefore') return socket.terminate()
        act(d.requestData ?? {})
        if (fake.fate === 'cutsAfter') return socket.terminate()
        if (fake.fate === 'silentAfter') return
      }
      if (op === 8) send(9, { requestId: d.requestId, results: (d.requests ?? []).map(answer) })
      else send(7, answer(d))
    })
  })
  return fake
}
