// The few words of overlays, without the page's messages, which would not fit into the bundle. What is on air is said in
// the words that the page uses.
import { word as onAirEn } from '../../messages/en/onair.json'
import { word as onAirEs } from '../../messages/es/onair.json'

const en = {
  vote: '{n} vote',
  votes: '{n} votes',
  of: 'of {amount}',
  sponsor: 'Sponsor',
  onAir: onAirEn,
  now: 'Now',
  next: 'Next',
  days: '{n} d',
}

export type Words = typeof en

export const words = {
  en,
  es: {
    vote: '{n} voto',
    votes: '{n} votos',
    of: 'de {amount}',
    sponsor: 'Patrocinador',
    onAir: onAirEs,
    now: 'Ahora',
    next: 'Después',
    days: '{n} d',
  },
} satisfies Record<string, Words>

export type Language = keyof typeof words

/** Of `es-MX` Spanish, of everything unknown English. */
export function languageOf(tag: string): Language {
  const language = tag.slice(0, 2).toLowerCase()
  return language in words ? (language as Language) : 'en'
}

/** What numbers are written in: the tag itself where its words are known, else English. */
export function localeOf(tag: string): string {
  const known = /^[a-z]{2}(?:-[a-z\d]{2,8}){0,3}$/i.test(tag) && tag.slice(0, 2).toLowerCase() === languageOf(tag)
  return known ? tag : 'en'
}

/** Puts `n` and `amount` into a text. */
export const filled = (text: string, value: string): string => text.replace(/\{\w+\}/, () => value)
