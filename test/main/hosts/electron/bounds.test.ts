import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPlacement, writePlacement } from '../../../../main/hosts/electron/bounds.ts'

const left = { x: 0, y: 0, width: 1_920, height: 1_040 }
const right = { x: 1_920, y: 0, width: 2_560, height: 1_400 }
let profile: string

beforeEach(() => (profile = mkdtempSync(join(tmpdir(), 'showdesk-bounds-'))))
afterEach(() => rmSync(profile, { recursive: true }))

describe('window placement', () => {
  // Catches a first start without a size.
  it('starts at 1440 x 900, placed by the system', () => {
    expect(readPlacement(profile, [left])).toEqual({ bounds: { width: 1_440, height: 900 }, maximized: false })
  })

  // Catches a window that forgets where it stood, on whichever display.
  it('comes back to where it was', () => {
    const bounds = { x: 2_000, y: 40, width: 1_200, height: 800 }
    writePlacement(profile, { bounds, maximized: true })
    expect(readPlacement(profile, [left, right])).toEqual({ bounds, maximized: true })
    expect(readdirSync(profile)).toEqual(['window.json'])
  })

  // Catches a window on a display that was unplugged, where nobody can reach it.
  it('is centred again when its display is gone', () => {
    writePlacement(profile, { bounds: { x: 2_000, y: 40, width: 1_200, height: 800 }, maximized: false })
    expect(readPlacement(profile, [left]).bounds).toEqual({ width: 1_200, height: 800 })
  })

  // Catches a title bar above the screen's edge, by which the window can't be moved.
  it('is centred again when its title bar is out of reach', () => {
    writePlacement(profile, { bounds: { x: 100, y: -500, width: 1_200, height: 800 }, maximized: false })
    expect(readPlacement(profile, [left]).bounds).not.toHaveProperty('y')
  })

  // Catches a window larger than the display, or smaller than it can be used.
  it('fits the display', () => {
    writePlacement(profile, { bounds: { x: 0, y: 0, width: 9_000, height: 10 }, maximized: false })
    expect(readPlacement(profile, [left]).bounds).toEqual({ x: 0, y: 0, width: 1_920, height: 480 })
  })

  // Catches a damaged file that keeps the desk from starting.
  it.each([
    '',
    '{',
    'null',
    '{"bounds":null}',
    '{"bounds":{"x":"1","y":0,"width":1,"height":1}}',
    '{"bounds":{"x":0,"y":0,"width":1e400,"height":1}}',
  ])('takes %j as no placement', (text) => {
    writeFileSync(join(profile, 'window.json'), text)
    expect(readPlacement(profile, [left]).bounds).toEqual({ width: 1_440, height: 900 })
    expect(readFileSync(join(profile, 'window.json'), 'utf8')).toBe(text)
  })
})
