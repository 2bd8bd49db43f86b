import { reactive } from 'vue'
import { createI18n, type LocaleMessageDictionary, type VueMessageType } from 'vue-i18n'

type Messages = LocaleMessageDictionary<VueMessageType>

/** The messages of the frame and the shared components load with the page, those of a view with the view, and `lateMessages` after the first view. */
const eager = import.meta.glob<Messages>('./messages/en/{common,errors,frame,drafts}.json', {
  eager: true,
  import: 'default',
})
const lazy = import.meta.glob<Messages>(['./messages/en/*.json', '!./messages/en/{common,errors,frame,drafts}.json'], {
  import: 'default',
})
const nameOf = (path: string): string => path.replace(/^.*\/|\.json$/g, '')

/** Messages under their file's name: `messages/en/activity.json` gives `activity.*`. */
export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: { en: Object.fromEntries(Object.entries(eager).map(([path, messages]) => [nameOf(path), messages])) },
})

const loading = new Map<string, Promise<void>>()
/** Files that have come; what is drawn follows it. */
const there = reactive(new Set<string>())

export async function loadMessages(names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => loading.get(name) ?? load(name)))
}

function load(name: string): Promise<void> {
  const file = lazy[`./messages/en/${name}.json`]
  const loaded =
    file === undefined
      ? Promise.resolve()
      : file().then((messages) => {
          i18n.global.mergeLocaleMessage('en', { [name]: messages })
          there.add(name)
        })
  loading.set(name, loaded)
  // A file that could not be fetched is asked for again by the next view.
  loaded.catch(() => loading.delete(name))
  return loaded
}

/** What the desk seldom has to say. */
export const lateMessages = ['reasons', 'evidence', 'checks', 'notices'] as const

/** Whether a late message is there. A file that has not come yet is asked for, and the answer changes when it comes. */
export function hasLate(file: (typeof lateMessages)[number], key: string): boolean {
  if (!loading.has(file)) void loadMessages([file]).catch(() => undefined)
  return there.has(file) && i18n.global.te(`${file}.${key}`)
}

export const messageFiles: readonly string[] = [...Object.keys(eager), ...Object.keys(lazy)].map(nameOf)
