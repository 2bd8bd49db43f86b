import { createI18n } from 'vue-i18n'
import type { LocaleMessageDictionary, VueMessageType } from 'vue-i18n'

const files = import.meta.glob<LocaleMessageDictionary<VueMessageType>>('./messages/en/*.json', { eager: true, import: 'default' })

/** All messages under their file's name: `messages/en/activity.json` gives `activity.*`. */
const en = Object.fromEntries(Object.entries(files).map(([path, messages]) => [path.replace(/^.*\/|\.json$/g, ''), messages]))

export const i18n = createI18n({ legacy: false, locale: 'en', fallbackLocale: 'en', messages: { en } })
