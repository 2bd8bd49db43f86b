// The module as its own tools build it, on the real base class. Its host is the test's: what Companion itself would hand in.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { examples, startStage, type Stage } from './support.ts'

interface Lamp {
  callback(feedback: { options: object }): boolean
}
interface Action {
  options: Array<{ id: string; choices?: Array<{ id: string; label: string }> }>
  callback(action: { options: object }): Promise<void>
}
interface Instance {
  init(config: object, first: boolean, secrets: object): Promise<void>
  configUpdated(config: object, secrets: object): Promise<void>
  destroy(): Promise<void>
  getConfigFields(): Array<{ id: string; type: string }>
}

const folder = mkdtempSync(join(tmpdir(), 'showdesk-companion-'))
const run = promisify(execFile)
const env = { ...process.env, npm_config_cache: process.env.npm_config_cache ?? join(userInfo().homedir, '.npm') }

cpSync(join(examples, 'companion-module'), folder, { recursive: true })
const installed = await run(
  'npm',
  ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--prefer-offline'],
  {
    cwd: folder,
    env,
  },
).then(
  () => true,
  () => false,
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the base class asks of Companion, kept for the test. */
function createHost() {
  const host = {
    _isInstanceContext: true as const,
    id: 'showdesk',
    label: 'showdesk',
    upgradeScripts: [],
    status: '',
    said: null as string | null,
    variables: {} as Record<string, unknown>,
    actions: {} as Record<string, Action>,
    feedbacks: {} as Record<string, Lamp>,
    looks: 0,
    sharedUdpSocketHandlers: new Map(),
    updateStatus(status: string, said: string | null) {
      host.status = status
      host.said = said
    },
    setActionDefinitions: (actions: Record<string, Action>) => void (host.actions = actions),
    setFeedbackDefinitions: (feedbacks: Record<string, Lamp>) => void (host.feedbacks = feedbacks),
    setVariableDefinitions: () => undefined,
    setVariableValues: (values: object) => void Object.assign(host.variables, values),
    checkAllFeedbacks: () => void (host.looks += 1),
    lamp: (name: string, options: object = {}) => host.feedbacks[name]?.callback({ options }),
  }
  return host
}

describe.skipIf(!installed)('the module for Companion (its packages come from the registry)', () => {
  let stage: Stage
  let Module: new (host: object) => Instance
  beforeAll(async () => {
    // The base class logs to stdout where no host takes its lines.
    Object.assign(globalThis, { COMPANION_LOGGER: () => undefined })
    stage = await startStage()
    await run('npm', ['run', 'build'], { cwd: folder, env })
    const built = (await import(pathToFileURL(join(folder, 'pkg/showdesk/main.js')).href)) as { default: typeof Module }
    Module = built.default
  })
  afterAll(() => stage.end())

  async function start(grant = stage.door.grant) {
    const host = createHost()
    const module = new Module(host)
    await module.init({ port: 0 }, true, { grant })
    return { host, module }
  }

  // Catches a package that Companion refuses, and a secret that is shown among the settings.
  test('is packed with its manifest, and keeps the grant as a secret', async () => {
    expect(existsSync(join(folder, 'showdesk-0.1.0.tgz'))).toBe(true)
    const manifest = JSON.parse(readFileSync(join(folder, 'pkg/showdesk/companion/manifest.json'), 'utf8')) as object
    // What companion-module-check does; the program itself can't be started in version 3.0.2.
    const check = join(folder, 'node_modules/@companion-module/base/dist/manifest.js')
    const { validateManifest } = (await import(pathToFileURL(check).href)) as {
      validateManifest: (manifest: object, loose: boolean) => void
    }
    expect(() => validateManifest(manifest, false)).not.toThrow()
    expect(manifest).toMatchObject({ id: 'showdesk', type: 'connection', runtime: { type: 'node22' } })
    const { module } = await start()
    expect(module.getConfigFields().find(({ id }) => id === 'grant')?.type).toBe('secret-text')
    await module.destroy()
  })

  // Catches keys that don't run what they are named after, and a result that nobody learns.
  test('runs commands of the list, and tells how they ended', async () => {
    const { host, module } = await start()
    await expect.poll(() => host.status).toBe('ok')
    await expect
      .poll(() => host.actions.run?.options[0]?.choices?.map(({ label }) => label))
      .toContainEqual(expect.stringMatching(/^Clip: /))
    await host.actions.run?.callback({ options: { target: `clip:${stage.stream}`, title: 'From a key' } })
    expect(host.variables).toMatchObject({ last_command: 'clip', last_result: 'Done' })
    expect(host.lamp('look')).toBe(false)
    await expect.poll(() => host.variables.votes).toBeGreaterThan(100)

    await stage.fault({ kind: 'status', status: 403, operation: 'POST /api/video/stream/createClip', times: 1 })
    await host.actions.run?.callback({ options: { target: `clip:${stage.stream}`, title: 'Refused' } })
    expect(host.variables.last_result).toBe('Refused: not_authorized')
    expect(host.lamp('look')).toBe(true)
    await module.destroy()
  })

  // Catches a lamp that stays lit on an old value, or after the desk is gone: it would lie to whoever looks at it.
  test('a lamp is lit for a fresh state only', async () => {
    const age = { ms: 0 }
    const state = { record: stage.stream, state: 'live' }
    stage.door.answers['command.list'] = () => ({
      targets: [
        {
          command: 'stop',
          record: stage.stream,
          name: 'Main',
          state: 'live',
          active: true,
          readAt: new Date(Date.now() - age.ms).toISOString(),
        },
      ],
    })
    const { host, module } = await start()
    await expect.poll(() => host.lamp('record_state', state)).toBe(true)
    expect(host.lamp('record_state', { ...state, state: 'paused' })).toBe(false)
    expect(host.lamp('would_change', { target: `stop:${stage.stream}` })).toBe(true)
    age.ms = 10_500
    await expect.poll(() => host.lamp('record_state', state)).toBe(false)
    expect(host.lamp('connected')).toBe(true)
    age.ms = 0
    await expect.poll(() => host.lamp('record_state', state)).toBe(true)

    stage.door.drop()
    await expect.poll(() => host.lamp('record_state', state) === false && host.lamp('connected') === false).toBe(true)
    await expect.poll(() => host.lamp('record_state', state)).toBe(true)
    await module.destroy()
    expect(host.lamp('record_state', state)).toBe(false)
  })

  // Catches a key that says nothing of what it stood for, so that another poll is revealed by it.
  test('a press takes along what the key stood for', async () => {
    stage.door.answers['command.list'] = () => ({
      targets: [
        {
          ...{ command: 'reveal', record: stage.poll, name: 'Poll', active: true, readAt: new Date().toISOString() },
          shown: { poll: stage.poll },
        },
      ],
    })
    const { host, module } = await start()
    await expect.poll(() => host.lamp('would_change', { target: `reveal:${stage.poll}` })).toBe(true)
    await host.actions.run?.callback({ options: { target: `reveal:${stage.poll}`, title: '' } })
    const { params } = stage.door.calls.findLast(({ method }) => method === 'command.run') ?? {}
    expect(params).toMatchObject({ command: 'reveal', record: stage.poll, shown: { poll: stage.poll } })
    expect(Date.parse(String(params?.pressedAt))).toBeLessThanOrEqual(Date.now())
    await module.destroy()
  })

  // Catches a key that is pressed while the desk is away and fires minutes later.
  test('a press without a connection is dropped', async () => {
    const { host, module } = await start()
    await expect.poll(() => host.status).toBe('ok')
    await module.destroy()
    const before = stage.door.calls.length
    await host.actions.run?.callback({ options: { target: `clip:${stage.stream}`, title: 'Too late' } })
    expect(host.variables.last_result).toBe('Refused: not_connected')
    await module.configUpdated({ port: 0 }, { grant: stage.door.grant })
    await expect.poll(() => stage.door.calls.length).toBeGreaterThan(before + 3)
    expect(stage.door.calls.slice(before).map(({ method }) => method)).not.toContain('command.run')
    await module.destroy()
  })

  // Catches a grant that may run nothing and looks ready, and a status that stays wrong once it may.
  test('a grant without commands is told, until it has some', async () => {
    const list = stage.door.answers['command.list'] ?? expect.fail()
    stage.door.answers['command.list'] = () => {
      throw new DeskError('forbidden', 'This grant may not do that.')
    }
    const { host, module } = await start()
    await expect.poll(() => host.status).toBe('insufficient_permissions')
    expect(host.said).toBe('This grant may not do that.')
    stage.door.answers['command.list'] = list
    await expect.poll(() => host.status).toBe('ok')
    await module.destroy()
  })

  // Catches a wrong grant that looks like a desk that is away, and an empty field that ends the module.
  test('the status tells what is wrong', async () => {
    const wrong = await start(`http://127.0.0.1:${stage.door.port}/#g=${'w'.repeat(43)}`)
    await expect.poll(() => wrong.host.status).toBe('authentication_failure')
    await wrong.module.configUpdated({ port: 9 }, { grant: 'w'.repeat(43) })
    await expect.poll(() => wrong.host.status).toBe('connection_failure')
    await wrong.module.configUpdated({ port: 0 }, {})
    expect(wrong.host.status).toBe('bad_config')
    await wrong.module.destroy()
  })
})
