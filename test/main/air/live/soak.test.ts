import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

interface Measured {
  sent: number
  told: number
  budgets: number
  most: number
  mostByItself: number
  /** Bytes after a collection, every ten minutes. */
  heaps: number[]
  pending: number
  simulatedMs: number
}

// Catches what only a long evening shows: memory that grows with every answer, a budget that is kept at first, events that multiply, timers left behind.
test('two hours of a show keep to the memory and the budget', { timeout: 120_000 }, async () => {
  const child = spawn(process.execPath, ['--expose-gc', resolve(import.meta.dirname, 'soak-child.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  await once(child, 'close')
  expect(errors).toBe('')
  const { sent, told, budgets, most, mostByItself, heaps, pending, simulatedMs } = JSON.parse(out) as Measured
  expect(simulatedMs).toBe(7_200_000)
  expect(most).toBeLessThanOrEqual(90)
  expect(mostByItself).toBeLessThanOrEqual(60)
  expect(sent).toBeGreaterThan(5_000)
  expect(told).toBeLessThan(sent * 1.1)
  expect(budgets).toBeLessThanOrEqual(7_200)
  const [first = 0] = heaps
  expect(heaps).toHaveLength(12)
  expect(Math.max(...heaps)).toBeLessThan(first * 1.1)
  expect(pending).toBe(0)
})
