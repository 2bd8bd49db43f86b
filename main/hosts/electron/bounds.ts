// A damaged file, or one for a display that is gone, counts as none.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rectangle } from 'electron'

const defaultSize = { width: 1_440, height: 900 }
export const smallest = { width: 360, height: 480 }
/** So much of the window must be on a display that it can be moved. */
const grip = { width: 120, height: 40 }

export interface Placement {
  bounds: Partial<Rectangle> & { width: number; height: number }
  maximized: boolean
}

/** The remembered place, fitted into `displays` (their work areas); one that is out of sight is centred. */
export function readPlacement(profile: string, displays: readonly Rectangle[]): Placement {
  const { bounds, maximized } = parse(profile)
  const area = displays.find((display) => overlaps(bounds, display)) ?? displays[0]
  if (area === undefined) return { bounds: defaultSize, maximized }
  const size = {
    width: Math.max(smallest.width, Math.min(bounds.width, area.width)),
    height: Math.max(smallest.height, Math.min(bounds.height, area.height)),
  }
  return {
    bounds: displays.some((display) => overlaps(bounds, display)) ? { x: bounds.x, y: bounds.y, ...size } : size,
    maximized,
  }
}

/** Atomic. Throws where the profile can't be written. */
export function writePlacement(profile: string, placement: { bounds: Rectangle; maximized: boolean }): void {
  const file = join(profile, 'window.json')
  writeFileSync(`${file}.new`, JSON.stringify(placement), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function overlaps(bounds: Rectangle, display: Rectangle): boolean {
  const width = Math.min(bounds.x + bounds.width, display.x + display.width) - Math.max(bounds.x, display.x)
  return width >= grip.width && bounds.y >= display.y && bounds.y <= display.y + display.height - grip.height
}

function parse(profile: string): { bounds: Rectangle; maximized: boolean } {
  const nowhere = { bounds: { x: Number.NaN, y: Number.NaN, ...defaultSize }, maximized: false }
  try {
    const { bounds, maximized } = JSON.parse(readFileSync(join(profile, 'window.json'), 'utf8')) as {
      bounds: Rectangle
      maximized: unknown
    }
    const { x, y, width, height } = bounds
    return [x, y, width, height].every(Number.isInteger)
      ? { bounds: { x, y, width, height }, maximized: maximized === true }
      : nowhere
  } catch {
    return nowhere
  }
}
