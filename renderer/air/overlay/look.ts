// How an overlay looks, from the query of its address. Everything is checked: an address can be pasted from anywhere.

import type { OverlayKind } from '#contract/access-kinds.ts'

/** Each parameter sets the CSS variable `--overlay-<name>`. */
export const lookNames = ['text', 'accent', 'background', 'size', 'font', 'align', 'shadow'] as const
export type LookName = (typeof lookNames)[number]
export type Look = Partial<Record<LookName, string>>

const colour = /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%/+-]{3,60}\))$/i
const family = /^[\p{L}\d][\p{L}\d ,-]{0,79}$/u
const aligned = /^(?:left|center|right)$/
const sizes = { least: 8, most: 400 }

const checks: Record<LookName, (value: string) => boolean> = {
  text: (value) => colour.test(value),
  accent: (value) => colour.test(value),
  background: (value) => colour.test(value),
  size: (value) => /^\d{1,3}$/.test(value) && Number(value) >= sizes.least && Number(value) <= sizes.most,
  font: (value) => family.test(value),
  align: (value) => aligned.test(value),
  shadow: (value) => value === 'none',
}

/** Whether a value may be used; an unknown one is left out of the look. */
export const isLook = (name: LookName, value: string): boolean => checks[name](value)

/** `?accent=%23ff0&size=32`. */
export function lookOf(query: URLSearchParams): Look {
  const look: Look = {}
  for (const name of lookNames) {
    const value = query.get(name)?.trim()
    if (value !== undefined && isLook(name, value)) look[name] = value
  }
  return look
}

/** Sets the variables on an element, and removes those that the look does not have. */
export function applyLook(element: HTMLElement, look: Look): void {
  for (const name of lookNames) {
    const value = look[name]
    if (value === undefined) element.style.removeProperty(`--overlay-${name}`)
    else element.style.setProperty(`--overlay-${name}`, name === 'size' ? `${value}px` : value)
  }
}

/** Looks by the plate behind the text; the dark one is the standard. */
export const plates: Readonly<Record<'dark' | 'light' | 'none', Look>> = {
  dark: {},
  light: { background: 'rgba(255,255,255,0.88)', text: '#111111', shadow: 'none' },
  none: { background: 'transparent' },
}

/** What an address without parameters looks like; overlay.css says the same. */
export const standardLook = (kind: OverlayKind): Look & Record<'text' | 'accent' | 'size', string> => ({
  text: '#ffffff',
  accent: kind === 'onair' ? '#d21f2d' : '#2dd4bf',
  size: '28',
})
