import { useI18n } from 'vue-i18n'
import { hasMessage } from '../../i18n.ts'

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
    /** `clientReference` as `Client reference`. */
    fieldText: (name: string) => said(`resources.field.${identifier.test(name) ? name : 'none'}`, name),
  }
}
