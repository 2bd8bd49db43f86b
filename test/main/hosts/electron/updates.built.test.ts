// The built shell with the real updater against an address of updates on this machine.
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { requestChannel } from '../../../../preload/contract/channels.ts'
import type { DeskInfo } from '../../../../preload/contract/models.ts'
import { updatesNotice, type UpdateState } from '../../../../preload/contract/updates.ts'
import { startShell, type Shell } from '../../../support/electron/shell.ts'
import { buildWithFeed } from '../../../support/electron/with-feed.ts'

/** It says that it was started. */
const next = Buffer.from('#!/bin/sh\ntouch "$STARTED"\n')
const digest = (body: Buffer) => createHash('sha512').update(body).digest('base64')

/** What the address answers, and what was asked of it. */
let files: Map<string, string | Buffer>
let asked: Array<{ path: string; headers: NodeJS.Dict<string | string[]> }>
/** Stands for a file that does not come. */
const held = Buffer.from('held')
/** Stands for a line that is cut. */
const broken = Buffer.from('broken')
let cut: number
let server: Server
let folder: string
let built: { bundle: string; dispose: () => void }
let desk: Shell | undefined

function offer(version: string, sha512 = digest(next)): void {
  files.set(
    '/latest-linux.yml',
    `version: ${version}\nfiles:\n  - url: next.AppImage\n    sha512: ${sha512}\n    size: ${next.length}\npath: next.AppImage\nsha512: ${sha512}\nreleaseDate: '2026-11-23T00:00:00.000Z'\n`,
  )
  files.set('/next.AppImage', next)
}

describe.skipIf(process.platform !== 'linux')('updates', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'showdesk-updates-'))
    // electron-builder writes it: where the cache is.
    writeFileSync(
      join(folder, 'app-update.yml'),
      'provider: generic\nurl: http://127.0.0.1:9\nupdaterCacheDirName: showdesk-updater\n',
    )
    server = createServer((request, response) => {
      const path = new URL(request.url ?? '', 'http://localhost').pathname
      asked.push({ path, headers: request.headers })
      const body = files.get(path)
      if (body === broken) return void request.socket.destroy()
      if (body === held) return void response.once('close', () => (cut += 1))
      response.writeHead(body === undefined ? 404 : 200).end(body)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    built = await buildWithFeed(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })
  afterAll(() => {
    server.close()
    built.dispose()
    rmSync(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    await desk?.dispose()
    desk = undefined
  })

  const image = () => join(folder, 'Showdesk.AppImage')
  const started = () => join(folder, 'started')

  /** An installed desk: an AppImage of its own, a cache of its own. */
  async function start(): Promise<Shell> {
    files = new Map()
    asked = []
    cut = 0
    writeFileSync(image(), 'This version.')
    desk = await startShell({
      env: {
        STAND_IN_BUNDLE: built.bundle,
        STAND_IN_PACKAGED: '1',
        APPIMAGE: image(),
        STAND_IN_RESOURCES: folder,
        STARTED: started(),
        XDG_CACHE_HOME: mkdtempSync(join(folder, 'cache-')),
      },
    })
    return desk
  }
  const call = async <T = UpdateState>(method: string, params: object = {}): Promise<T> => {
    const answer = (await desk?.ask('ask', 'own', requestChannel, method, params)) as
      | { ok: true; data: T }
      | { ok: false; error: { code: string; facts?: { reason?: string } } }
    if (!answer.ok) throw new Error(answer.error.facts?.reason ?? answer.error.code)
    return answer.data
  }
  const reached = (step: UpdateState['step']) =>
    expect.poll(() => call('updates.get'), { timeout: 10_000 }).toMatchObject({ step })

  // Catches a desk that asks for updates unasked.
  it('asks nothing before the person said yes', async () => {
    await start()
    expect(await call('updates.get')).toEqual({ offered: true, look: 'unasked', step: 'idle' })
    await expect(call('updates.look')).rejects.toThrow('updates_not_chosen')
    await call('updates.choose', { look: false })
    await expect(call('updates.look')).rejects.toThrow('updates_not_chosen')
    await expect(call('updates.install')).rejects.toThrow('update_not_ready')
    expect(asked).toEqual([])
  })

  // Catches a question that nobody sees who doesn't open its page, and one that comes back.
  it('tells once that it can look, until that was read', async () => {
    await start()
    const told = async () => (await call<DeskInfo>('desk.info')).notices.map(({ code }) => code)
    expect(await told()).toEqual(['updates'])
    await call('desk.dismiss', { id: updatesNotice })
    expect(await told()).toEqual([])
    expect(asked).toEqual([])
  })

  // Catches a fetch of a file that is not the announced one, and a number of this installation in a request.
  it('looks and fetches after a yes, and tells nothing about itself', async () => {
    await start()
    offer('1.0.0')
    await call('updates.choose', { look: true })
    await reached('ready')
    expect((await call('updates.get')).version).toBe('1.0.0')
    expect(asked.map(({ path }) => path)).toContain('/latest-linux.yml')
    expect(asked.map(({ path }) => path)).toContain('/next.AppImage')
    for (const { headers } of asked) {
      expect(headers['x-user-staging-id'] ?? '').toMatch(/^[0-]*$/)
      expect(headers.cookie).toBeUndefined()
    }
  })

  // Catches an older version that is installed over a newer one.
  it('takes nothing older', async () => {
    await start()
    offer('0.0.0-a')
    await call('updates.choose', { look: true })
    await reached('newest')
    expect(asked.map(({ path }) => path)).toEqual(['/latest-linux.yml'])
  })

  // Catches a file with another content than announced, and an error that is told wrongly.
  it('refuses a damaged file', async () => {
    await start()
    offer('1.0.0', digest(Buffer.from('Another version.')))
    await call('updates.choose', { look: true })
    await reached('failed')
    expect((await call('updates.get')).cause).toBe('not_usable')
  })

  // Catches a look that fails without a word.
  it('says that an address has no updates', async () => {
    await start()
    await call('updates.choose', { look: true })
    await reached('failed')
    expect((await call('updates.get')).cause).toBe('not_usable')
    offer('1.0.0')
    files.delete('/next.AppImage')
    await call('updates.look')
    await expect.poll(() => asked.map(({ path }) => path)).toContain('/next.AppImage')
    await reached('failed')
    expect((await call('updates.get')).cause).toBe('not_usable')
  })

  // Catches a broken link that is told as a broken update.
  it('says that nothing answers', async () => {
    await start()
    files.set('/latest-linux.yml', broken)
    await call('updates.choose', { look: true })
    await reached('failed')
    expect((await call('updates.get')).cause).toBe('not_reached')
  })

  // Catches an installation that replaces nothing, starts beside the open desk or starts nothing.
  it('installs what is ready once the desk is closed, and opens it', async () => {
    const { ended, profile } = await start()
    offer('1.0.0')
    await call('updates.choose', { look: true })
    await reached('ready')
    expect(readFileSync(image(), 'utf8')).toBe('This version.')
    await call('updates.install')
    expect((await ended).code).toBe(0)
    expect(readFileSync(image())).toEqual(next)
    await expect.poll(() => existsSync(started())).toBe(true)
    expect(existsSync(join(profile, 'showdesk.db-wal'))).toBe(false)
  })

  // Catches a check, a download or an installation in the middle of a show.
  it('does nothing during a show', async () => {
    await start()
    offer('1.0.0')
    await call('show.enter', { title: 'Tonight' })
    await call('updates.choose', { look: true })
    await expect(call('updates.look')).rejects.toThrow('not_during_show')
    await expect(call('updates.install')).rejects.toThrow('not_during_show')
    expect(asked).toEqual([])
    await call('show.leave')
    await call('updates.look')
    await reached('ready')
    await call('show.enter', { title: 'Once more' })
    await expect(call('updates.install')).rejects.toThrow('not_during_show')
  })

  // Catches a download that goes on under a show.
  it('gives a download up when a show begins, and begins again after it', async () => {
    await start()
    offer('1.0.0')
    files.set('/next.AppImage', held)
    await call('updates.choose', { look: true })
    await expect.poll(() => asked.map(({ path }) => path)).toContain('/next.AppImage')
    expect((await call('updates.get')).step).toBe('fetching')
    await call('show.enter', { title: 'Tonight' })
    expect((await call('updates.get')).step).toBe('idle')
    await expect.poll(() => cut).toBe(1)
    const before = asked.length
    files.set('/next.AppImage', next)
    await call('show.leave')
    expect(asked).toHaveLength(before)
    await call('updates.look')
    await reached('ready')
  })
})

describe('a build without an address', () => {
  // Catches updates that are offered and can't be had.
  it('offers none', async () => {
    desk = await startShell()
    expect(await desk.ask('ask', 'own', requestChannel, 'updates.get', {})).toEqual({
      ok: true,
      data: { offered: false, look: 'unasked', step: 'idle' },
    })
    expect(await desk.ask('ask', 'own', requestChannel, 'updates.choose', { look: true })).toMatchObject({
      ok: false,
      error: { code: 'not_supported', facts: { reason: 'updates_not_offered' } },
    })
    await desk.dispose()
    desk = undefined
  })
})
