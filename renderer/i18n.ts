import { createI18n } from 'vue-i18n'
import type { LocaleMessageDictionary, VueMessageType } from 'vue-i18n'

type Messages = LocaleMessageDictionary<VueMessageType>

/** What the frame and the shared components say comes with the page; a view's own words come with the view. */
const first = import.meta.glob<Messages>('./messages/en/{common,errors,evidence,checks,notices,frame,drafts}.json', {
  eager: true,
  import: 'default',
})
const later = import.meta.glob<Messages>(
  ['./messages/en/*.json', '!./messages/en/{common,errors,evidence,checks,notices,frame,drafts}.json'],
  {
    import: 'default',
  },
)
const nameOf = (path: string): string => path.replace(/^.*\/|\.json$/g, '')

/** Messages under their file's name: `messages/en/activity.json` gives `activity.*`. */
export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: { en: Object.fromEntries(Object.entries(first).map(([path, messages]) => [nameOf(path), messages])) },
})

const loading = new Map<string, Promise<void>>()

/** Brings the named message files in, each once. Names of files that came with the page are fine too. */
export async function loadMessages(names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => loading.get(name) ?? load(name)))
}

function load(name: string): Promise<void> {
  const file = later[`./messages/en/${name}.json`]
  const loaded =
    file === undefined
      ? Promise.resolve()
      : file().then((messages) => i18n.global.mergeLocaleMessage('en', { [name]: messages }))
  loading.set(name, loaded)
  // A file that could not be fetched is asked for again by the next view.
  loaded.catch(() => loading.delete(name))
  return loaded
}

/** Every message file there is, for tests and tools that look at all of them. */
export const messageFiles: readonly string[] = [...Object.keys(first), ...Object.keys(later)].map(nameOf)
