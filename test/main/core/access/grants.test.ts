import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { KeptGrant } from '../../../../main/core/access/file.ts'
import { createGrants } from '../../../../main/core/access/grants.ts'

function createBench() {
  const state = { now: Date.parse('2026-01-01T00:00:00Z'), kept: '[]', writes: 0, revoked: [] as string[] }
  const start = () =>
    createGrants({
      kept: JSON.parse(state.kept) as KeptGrant[],
      write(grants) {
        state.writes += 1
        state.kept = JSON.stringify(grants)
      },
      now: () => state.now,
      onRevoke: (id) => state.revoked.push(id),
    })
  return { state, start }
}
const overlay = { name: 'Poll overlay', scope: 'watch', environment: 'rehearsal', values: ['poll'] } as const

// Catches a secret that is kept or told again, and a grant that a restart forgets.
test('a secret is told once, and found after a restart by its hash alone', () => {
  const { state, start } = createBench()
  const { grant, secret } = start().create({ ...overlay, values: ['poll'] })
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(state.kept).not.toContain(secret)
  const again = start()
  expect(again.find(secret)).toEqual(grant)
  expect(JSON.stringify(again.list())).not.toMatch(/hash|[0-9a-f]{64}/)
  for (const wrong of ['', secret.slice(1), `${secret}A`, grant.id]) expect(again.find(wrong)).toBeUndefined()
})

// Catches a revoked grant that still opens, now or after a restart, and connections that nobody closes.
test('a revoked grant is gone at once', () => {
  const { state, start } = createBench()
  const grants = start()
  const { grant, secret } = grants.create({ ...overlay, values: ['poll'] })
  const other = grants.create({ name: 'Tool', scope: 'read', environment: 'rehearsal' })
  grants.revoke(grant.id)
  grants.seen(grant.id)
  expect(state.revoked).toEqual([grant.id])
  for (const one of [grants, start()]) {
    expect(one.find(secret)).toBeUndefined()
    expect(one.list()).toEqual([other.grant])
  }
  expect(() => grants.revoke(grant.id)).toThrow(expect.objectContaining({ code: 'not_found_here' }))
})

// Catches an overlay whose heartbeat writes to the disk every second, and a use that is shown late.
test('a use is known at once and written once a minute', () => {
  const { state, start } = createBench()
  const grants = start()
  const { grant } = grants.create({ ...overlay, values: ['poll'] })
  const before = state.writes
  for (let second = 0; second < 60; second += 1) {
    grants.seen(grant.id)
    state.now += 1_000
  }
  expect(state.writes - before).toBe(1)
  expect(grants.list()[0]?.lastUsedAt).toBe('2026-01-01T00:00:59.000Z')
})

// Catches a secret that was seen on a stream and still opens after it was replaced.
test('a renewed grant has another secret, and its connections close', () => {
  const { state, start } = createBench()
  const grants = start()
  const { grant, secret } = grants.create({ ...overlay, values: ['poll'] })
  const renewed = grants.renew(grant.id)
  expect(state.revoked).toEqual([grant.id])
  for (const one of [grants, start()]) {
    expect(one.find(secret)).toBeUndefined()
    expect(one.find(renewed.secret)).toEqual(grant)
  }
})

// Catches a full disk that leaves a grant which nobody can find again.
test('a grant that can not be kept is none', () => {
  const { state } = createBench()
  const grants = createGrants({
    kept: [],
    write: () => {
      throw new DeskError('storage_full', 'full')
    },
    now: () => state.now,
    onRevoke: () => undefined,
  })
  expect(() => grants.create({ ...overlay, values: ['poll'] })).toThrow('full')
  expect(grants.list()).toEqual([])
})
