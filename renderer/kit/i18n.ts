import { reactive } from 'vue'
import { createI18n, type LocaleMessageDictionary, type VueMessageType } from 'vue-i18n'

export type Messages = LocaleMessageDictionary<VueMessageType>

/** Every language by its folder in `messages`, under the name that its speakers give it. */
export const languages: Readonly<Record<string, string>> = {
  en: 'English',
  es: 'Español',
}
/** Whose messages are shown where another language has none. */
const fallback = 'en'

/** The messages of the frame and the shared components load with the page, those of a view with the view, and `lateMessages` after the first view. */
const eager = import.meta.glob<Messages>('../messages/en/{common,errors,frame,deeds,onair}.json', {
  eager: true,
  import: 'default',
})
const lazy = import.meta.glob<Messages>(
  ['../messages/*/*.json', '!../messages/en/{common,errors,frame,deeds,onair}.json'],
  {
    import: 'default',
  },
)
const nameOf = (path: string): string => path.replace(/^.*\/|\.json$/g, '')

/** Messages under their file's name: `messages/en/activity.json` gives `activity.*`. */
export const i18n = createI18n({
  legacy: false,
  locale: fallback,
  fallbackLocale: fallback,
  messages: { en: Object.fromEntries(Object.entries(eager).map(([path, messages]) => [nameOf(path), messages])) },
})

export const messageFiles: readonly string[] = [
  ...Object.keys(eager),
  ...Object.keys(lazy).filter((path) => path.startsWith(`../messages/${fallback}/`)),
].map(nameOf)

/** Files that have come, as `language/file`; what is drawn follows it. */
const there = reactive(new Set<string>())
const loading = new Map<string, Promise<void>>()
/** The language that was chosen last; the page shows it as soon as its messages are there. */
let asked = fallback
/** What was asked for so far, and so is wanted of the next language. */
const wanted = new Set(Object.keys(eager).map(nameOf))

/** Fetches messages in the language of the page, and in English for what is missing there. */
export async function loadMessages(names: readonly string[]): Promise<void> {
  for (const name of names) wanted.add(name)
  await Promise.all([...new Set([fallback, asked])].map((language) => loadIn(language, names)))
}

async function loadIn(language: string, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => loading.get(`${language}/${name}`) ?? load(language, name)))
}

function load(language: string, name: string): Promise<void> {
  const file = lazy[`../messages/${language}/${name}.json`]
  const loaded =
    file === undefined
      ? Promise.resolve()
      : file().then((messages) => {
          i18n.global.mergeLocaleMessage(language, { [name]: messages })
          there.add(`${language}/${name}`)
        })
  loading.set(`${language}/${name}`, loaded)
  // A file that could not be fetched is asked for again by the next view.
  loaded.catch(() => loading.delete(`${language}/${name}`))
  return loaded
}

/** Shows the page in a language once its messages are there; a later call replaces an earlier one. */
export async function showLanguage(language: string): Promise<void> {
  asked = language
  await loadIn(language, [...wanted])
  if (asked !== language) return
  // Typed as English alone, whose messages come with the page.
  const shown: { value: string } = i18n.global.locale
  shown.value = language
  document.documentElement.lang = language
}

/** What the desk seldom has to say. */
export const lateMessages = ['reasons', 'evidence', 'checks', 'notices', 'schema'] as const

/** Whether there is a message, in the language of the page or in English. */
export const hasMessage = (key: string): boolean => i18n.global.te(key) || i18n.global.te(key, fallback)

/** Whether a late message is there. A file that has not come yet is asked for, and the answer changes when it comes. */
export function hasLate(file: (typeof lateMessages)[number], key: string): boolean {
  if (!loading.has(`${fallback}/${file}`)) void loadMessages([file]).catch(() => undefined)
  // Asked for both: English may come first, and is replaced once the page's own language is there.
  const shown = [asked, fallback].filter((language) => there.has(`${language}/${file}`))
  return shown.includes(fallback) && hasMessage(`${file}.${key}`)
}
