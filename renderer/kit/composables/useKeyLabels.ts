import { useI18n } from 'vue-i18n'
import { hasMessage } from '../i18n.ts'

/** Names of keys as words, since some fonts lack the signs for Enter and arrows. */
export function useKeyLabels(): (keys: readonly string[]) => string[] {
  const i18n = useI18n()
  const places = navigator.userAgent.includes('Macintosh;') ? ['common.key.mac', 'common.key'] : ['common.key']
  return (keys) =>
    keys.map((key) => {
      const name = places.map((place) => `${place}.${key}`).find((name) => hasMessage(name))
      return name === undefined ? key.toUpperCase() : i18n.t(name)
    })
}
