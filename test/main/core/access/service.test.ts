import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAccess, type Door } from '../../../../main/core/access/service.ts'
import { createFakeClock } from '../../platform/ledger/support.ts'

const overlay = { name: 'Poll overlay', scope: 'watch', environment: 'rehearsal', values: ['poll' as const] } as const

function createBench() {
  const profile = mkdtempSync(join(tmpdir(), 'access-'))
  onTestFinished(() => rmSync(profile, { recursive: true }))
  const clock = createFakeClock()
  const opened: Array<number | null | 'closed'> = []
  const state = { taken: false }
  const door: Door = {
    open(port) {
      opened.push(port)
      return Promise.resolve(
        state.taken ? { fault: 'port_taken' } : { address: `http://127.0.0.1:${port ?? 41_000}`, port: port ?? 41_000 },
      )
    },
    close() {
      opened.push('closed')
      return Promise.resolve()
    },
  }
  const start = async () => {
    const access = createAccess({ profile, clock })
    await access.begin(door)
    return access
  }
  return { file: join(profile, 'access.json'), clock, opened, state, start }
}

// Catches addresses that die with a restart, and a door that is open before anybody opened it.
test('nobody is let in until it is switched on; then port and grants outlive restarts', async () => {
  const { opened, start, file } = createBench()
  const access = await start()
  expect(access.state()).toEqual({ on: false, port: null, grants: [] })
  const { secret, grant } = access.grant({ ...overlay, values: ['poll'] })
  expect(access.isOn()).toBe(false)
  expect(await access.switch(true)).toMatchObject({ on: true, port: 41_000, address: 'http://127.0.0.1:41000' })
  for (let restarts = 0; restarts < 2; restarts += 1) {
    const again = await start()
    expect(again.find(secret)).toMatchObject({ id: grant.id })
    expect(again.state()).toMatchObject({ on: true, port: 41_000 })
  }
  expect(opened).toEqual(['closed', null, 41_000, 41_000])
  expect(readFileSync(file, 'utf8')).not.toContain(secret)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

// Catches a taken port that is silently replaced: the addresses that were pasted elsewhere would lead to another program.
test('a port that is taken is a fault, and another port is the way out', async () => {
  const { opened, state, start } = createBench()
  const access = await start()
  await access.switch(true)
  state.taken = true
  const again = await start()
  expect(again.state()).toMatchObject({ on: true, port: 41_000, fault: 'port_taken' })
  expect(again.state()).not.toHaveProperty('address')
  state.taken = false
  expect(await again.move(45_000)).toMatchObject({ port: 45_000, address: 'http://127.0.0.1:45000' })
  expect(opened.slice(-2)).toEqual(['closed', 45_000])
})

// Catches grants that still work, or stay connected, after everybody was shut out.
test('switching off ends every connection, and the grants wait', async () => {
  const { start } = createBench()
  const access = await start()
  await access.switch(true)
  const { secret, grant } = access.grant({ ...overlay, values: ['poll'] })
  const ended: string[] = []
  access.onEnd((id) => ended.push(id))
  await access.switch(false)
  expect(ended).toEqual([grant.id])
  expect(access.isOn()).toBe(false)
  await access.switch(true)
  expect(access.find(secret)).toMatchObject({ id: grant.id })
})

// Catches a screen that is told of every heartbeat, or never.
test('uses are told once a second, connections are counted', async () => {
  const { clock, start } = createBench()
  const access = await start()
  const { grant } = access.grant({ ...overlay, values: ['poll'] })
  const told: Array<number | undefined> = []
  access.onChange(({ grants }) => told.push(grants[0]?.connections))
  const end = access.connected(grant.id)
  for (let use = 0; use < 50; use += 1) access.seen(grant.id)
  await clock.advance(1_000)
  end()
  await clock.advance(1_000)
  expect(told).toEqual([1, 1, 0])
})

// Catches rights that come out of a damaged or forged file.
test('what is not understood lets nobody in', async () => {
  const { file, start } = createBench()
  const access = await start()
  await access.switch(true)
  const { secret } = access.grant({ ...overlay, values: ['poll'] })
  const text = readFileSync(file, 'utf8')
  for (const damaged of [
    text.replace('"watch"', '"desk"'),
    text.replace('"poll"', '"all"'),
    text.slice(0, -5),
    '{}',
    'null',
    '',
  ]) {
    chmodSync(file, 0o600)
    writeFileSync(file, damaged)
    expect((await start()).find(secret)).toBeUndefined()
  }
})

// Catches an emptied or cut file that lets nobody in without a word, and a warning where nothing was damaged.
test('a file that is damaged is said, one that is whole or was never there is not', async () => {
  const { file, start } = createBench()
  const access = await start()
  expect(access.damaged).toBeUndefined()
  await access.switch(true)
  access.grant({ ...overlay, values: ['poll'] })
  expect((await start()).damaged).toBeUndefined()
  const text = readFileSync(file, 'utf8')
  for (const damaged of [
    '',
    text.slice(0, -5),
    '{}',
    'null',
    '\0'.repeat(text.length),
    text.replace('"watch"', '"?"'),
  ]) {
    writeFileSync(file, damaged)
    expect((await start()).damaged, damaged.slice(0, 20)).toMatch(/^\d{4}-/)
  }
  writeFileSync(file, '')
  const again = await start()
  again.grant({ ...overlay, values: ['poll'] })
  expect((await start()).damaged).toBeUndefined()
})
