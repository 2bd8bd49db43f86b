// The project's own texts, as they are written for its repository. The pages under /help/ are made from the same files.
import changes from '../../../CHANGELOG.md?raw'
import listed from '../../../docs/guide/pages.json'

const files = import.meta.glob<string>(
  ['../../../docs/guide/**/*.md', '../../../docs/{show,overlays,docks,meet-the-platform}.md'],
  { query: '?raw', import: 'default', eager: true },
)
const textOf = (source: string): string | undefined => files[`../../../docs/${source}`]

export interface Guide {
  /** Its source below docs/, in English. */
  source: string
  title: string
  text: string
  /** Whether it is in the language that was asked for. */
  translated: boolean
}

/** The guides in a language, in groups; what is not translated is in English. References are pages under /help/ alone. */
export function guidesIn(locale: string): Array<{ title: string; guides: Guide[] }> {
  const language = locale.split('-', 1)[0] ?? 'en'
  return listed
    .map(({ title, pages }) => ({
      title: new Map(Object.entries(title)).get(language) ?? title.en,
      guides: pages.flatMap((source) => {
        const own = textOf(source.replace(/^guide\//, `guide/${language}/`))
        const text = own ?? textOf(source)
        return text === undefined
          ? []
          : [{ source, title: titleOf(text), text, translated: language === 'en' || text !== textOf(source) }]
      }),
    }))
    .filter(({ guides }) => guides.length > 0)
}

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''

/** The source of the guide that a link between the texts leads to. */
export function guideAt(address: string): string | undefined {
  const file = /([^/#]+\.md)(?:#.*)?$/.exec(address)?.[1]
  return listed
    .flatMap(({ pages }) => pages)
    .find((source) => source.split('/').at(-1) === file && textOf(source) !== undefined)
}

const sections = 3

/** The newest sections of the list of changes. */
export function newest(text: string = changes): string {
  return text
    .split(/^(?=## )/m)
    .slice(1, 1 + sections)
    .join('')
}
