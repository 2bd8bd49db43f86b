import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { journeys } from './journeys.ts'
import { examples } from './support.ts'

describe('the scripts for Node', () => {
  journeys({ command: () => process.execPath, folder: 'node-script', ending: '.mjs' })

  // Catches an example that nobody reads to its end, and one that needs packages.
  test('each is short and needs nothing but Node', () => {
    const folder = join(examples, 'node-script')
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.mjs'))) {
      const text = readFileSync(join(folder, name), 'utf8')
      expect(text.split('\n').length, name).toBeLessThan(80)
      for (const [, from] of text.matchAll(/from '([^']+)'/g)) expect(from).toMatch(/^(?:node:|\.\/)/)
    }
  })
})
