import { useI18n } from 'vue-i18n'
import { hasMessage } from '../../i18n.ts'
import { keptFormats, locale } from '../../base/locale.ts'

const identifier = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/

/** `clientReference` and `client_reference` as `Client reference`; what is no identifier stays as it is. */
export function spelledOut(name: string): string {
  if (!identifier.test(name)) return name
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
  const text = words
    .map((word) => (/^(id|url|utc|api)s?$/.test(word) ? word.toUpperCase().replace(/S$/, 's') : word))
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Fields whose values are words of a short list, and the list. */
const valueLists: Readonly<Record<string, string>> = {
  interval: 'interval',
  billingInterval: 'interval',
  frequency: 'interval',
  type: 'type',
  kind: 'type',
  format: 'type',
}
const languageFields = new Set(['language', 'defaultLanguage', 'locale'])
const languageNames = keptFormats((tag) => new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }))

/** `en` as `English`. */
function languageName(code: string): string | undefined {
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(code)) return undefined
  const name = languageNames(locale.value).of(code)
  return name === undefined ? undefined : name.charAt(0).toLocaleUpperCase(locale.value) + name.slice(1)
}

/** Names of the platform's own values as words: those that have a message in the language of the page, others as they are spelled. */
export function useWords() {
  const { t } = useI18n()
  const said = (key: string, name: string): string => (hasMessage(key) ? t(key) : spelledOut(name))
  /** The same word in other spellings; with a figure in it, it is another one. */
  const wordOf = (status: string): string => {
    const word = status.toLowerCase().replaceAll(/[\s_-]/g, '')
    return /^[a-z]+$/.test(word) ? word : 'none'
  }
  return {
    /** `partially_refunded` as `Partially refunded`. */
    statusText: (status: string) => said(`common.status.${wordOf(status)}`, status),
    /** `month` of the field `interval` as `Monthly`; undefined for what is no word of a list, such as a text that a person wrote. */
    valueText: (field: string, value: string): string | undefined => {
      const name = field.split('.').at(-1) ?? ''
      // The platform's schedule is in UTC.
      if (name === 'scheduleTime') return /^\d{2}:\d{2}:00$/.test(value) ? `${value.slice(0, 5)} UTC` : undefined
      if (languageFields.has(name)) return languageName(value)
      const list = Object.hasOwn(valueLists, name) ? valueLists[name] : undefined
      if (list === undefined || !/^[a-z]+(?:[_-][a-z]+)*$/i.test(value)) return undefined
      return said(`resources.value.${list}.${wordOf(value)}`, value)
    },
    /** `clientReference` as `Client reference`. */
    fieldText: (name: string) => said(`resources.field.${identifier.test(name) ? name : 'none'}`, name),
  }
}
