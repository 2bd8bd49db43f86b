// Sample values for a preview: long ones that break a layout, and right-to-left ones.
import type { Variable } from './types.ts'

type Kind = 'name' | 'title' | 'url' | 'email' | 'date' | 'time' | 'number' | 'boolean' | 'text'

const namesOf: Array<[Kind, string[]]> = [
  ['email', ['email', 'mail', 'address']],
  ['url', ['url', 'uri', 'link', 'href', 'image', 'img', 'photo', 'logo', 'avatar', 'banner', 'thumbnail']],
  ['date', ['date', 'day', 'datetime']],
  ['time', ['time', 'hour', 'clock']],
  ['boolean', ['boolean', 'bool']],
  [
    'number',
    [
      'number',
      'integer',
      'int',
      'float',
      'decimal',
      'currency',
      'price',
      'amount',
      'total',
      'count',
      'quantity',
      'votes',
      'viewers',
      'tokens',
    ],
  ],
  ['title', ['title', 'subject', 'show', 'event', 'stream', 'headline']],
  ['name', ['name', 'firstname', 'lastname', 'user', 'username', 'host', 'guest', 'artist', 'creator', 'recipient']],
]

const long: Record<Kind, string> = {
  name: 'Maximiliane-Alexandra Featherstonehaugh von Hohenlichten-Wallersbach',
  title: 'The never-ending midsummer night marathon: twelve hours of music, games and unreasonably long introductions',
  url: `https://watch.example.org/channels/night-show/events/2026/midsummer-marathon?${'campaign=a-very-long-parameter&'.repeat(4)}end=1`,
  email: 'maximiliane.alexandra.featherstonehaugh+midsummer-marathon@correspondence.subscriptions.example.org',
  date: 'Wednesday, 30 September 2026',
  time: '11:59:59 PM Central European Summer Time (UTC+02:00)',
  number: '1,234,567,890.99',
  boolean: 'true',
  text: 'A sentence that goes on far longer than the design allows for, with Donaudampfschifffahrtsgesellschaft in it & <angle brackets>, so that it wraps onto several lines.',
}

const rightToLeft: Record<Kind, string> = {
  name: 'ليلى الحسيني',
  title: 'ליל המוזיקה הגדול: שידור חי',
  url: 'https://watch.example.org/عرض-الليل',
  email: 'layla@example.org',
  date: 'الأربعاء، ٣٠ سبتمبر ٢٠٢٦',
  time: '٢٣:٥٩',
  number: '١٬٢٣٤٫٥٠',
  boolean: 'true',
  text: 'שלום לכולם, השידור מתחיל בעוד שעה אחת (Night show).',
}

function kindOf({ name, type }: Variable): Kind {
  const split = (text: string) =>
    text
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
  for (const parts of [split(type), split(name)]) {
    const kind = namesOf.find(([, names]) => names.some((name) => parts.includes(name)))
    if (kind !== undefined) return kind[0]
  }
  return 'text'
}

export const longValue = (variable: Variable) => long[kindOf(variable)]

export const rightToLeftValue = (variable: Variable) => rightToLeft[kindOf(variable)]
