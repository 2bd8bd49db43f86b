// Makes the studio's support data from caniemail: `node test/renderer/templates/mail-clients/reduce.ts` writes it again.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

interface Source {
  last_update_date: string
  data: Array<{ slug: string; stats: Record<string, Record<string, Record<string, string>>> }>
}

interface Support {
  source: string
  updated: string
  features: Record<string, { no: string[]; partly: string[] }>
}

/** What is checked, by its name in caniemail: only what visibly breaks a mail. */
const features: Record<string, string> = {
  flex: 'css-display-flex',
  grid: 'css-display-grid',
  position: 'css-position',
  variables: 'css-variables',
  gap: 'css-gap',
  object_fit: 'css-object-fit',
  background: 'css-background-image',
  font: 'css-at-font-face',
  import: 'css-at-import',
  link: 'html-link',
  form: 'html-form',
  video: 'html-video',
  audio: 'html-audio',
  object: 'html-object',
  inline_svg: 'html-svg',
  svg: 'image-svg',
  webp: 'image-webp',
  data: 'image-base64',
  base: 'html-base',
}

/** Families and platforms of caniemail. Mobile websites and Windows Mail, which is discontinued, are left out. */
const web = ['desktop-webmail', 'ios', 'android']
const clients: Record<string, [family: string, platforms: string[]]> = {
  gmail: ['gmail', web],
  'apple-mail': ['apple-mail', ['macos', 'ios']],
  outlook: ['outlook', ['outlook-com', 'macos', 'ios', 'android']],
  'outlook-windows': ['outlook', ['windows']],
  yahoo: ['yahoo', web],
  aol: ['aol', web],
  'samsung-email': ['samsung-email', ['android']],
  thunderbird: ['thunderbird', ['windows', 'macos']],
  protonmail: ['protonmail', web],
  gmx: ['gmx', web],
}

/** The newest version of each platform counts; caniemail lists them from the oldest to the newest. */
const newest = (versions: Record<string, string> = {}): string => Object.values(versions).at(-1)?.charAt(0) ?? ''

/** A client does not support what one of its platforms does not. */
export function reduce({ last_update_date, data }: Source): Support {
  const supportOf = (slug: string) => {
    const stats = data.find((feature) => feature.slug === slug)?.stats
    if (stats === undefined) throw new Error(`caniemail does not know ${slug}.`)
    const levels = Object.entries(clients).map(([client, [family, platforms]]) => ({
      client,
      levels: platforms.map((platform) => newest(stats[family]?.[platform])),
    }))
    const no = levels.filter(({ levels: of }) => of.includes('n')).map(({ client }) => client)
    const partly = levels.filter(({ levels: of }) => of.includes('a')).map(({ client }) => client)
    return { no, partly: partly.filter((client) => !no.includes(client)) }
  }
  return {
    source: 'https://www.caniemail.com',
    updated: last_update_date.slice(0, 10),
    features: Object.fromEntries(Object.entries(features).map(([name, slug]) => [name, supportOf(slug)])),
  }
}

const root = resolve(import.meta.dirname, '../../../..')
const read = (path: string): unknown => JSON.parse(readFileSync(resolve(root, path), 'utf8'))
const home = 'renderer/views/templates/model/mail-clients/support.json'

export const made = (): Support => reduce(read('node_modules/caniemail/data/caniemail.json') as Source)
export const committed = (): unknown => read(home)

if (import.meta.main) writeFileSync(resolve(root, home), `${JSON.stringify(made(), null, 2)}\n`)
