import { watchEffect } from 'vue'
import { useSettings } from '../../stores/settings.ts'
import { languages, showLanguage } from '../../i18n.ts'
import { setFormats, wantedLanguages } from '../../base/locale.ts'

/** The language of a choice; `system` is the first of the browser's languages that the desk speaks. */
export function languageOf(choice: string, wanted: readonly string[] = wantedLanguages()): string {
  if (Object.hasOwn(languages, choice)) return choice
  const known = (tag: string): string[] =>
    [tag, tag.split('-')[0] ?? tag].filter((one) => Object.hasOwn(languages, one))
  return (choice === 'system' ? wanted : [choice]).flatMap(known)[0] ?? 'en'
}

/** Keeps the page in the language and the hours that the person chose. */
export function useLanguage(): void {
  const settings = useSettings()
  watchEffect(() => {
    const language = languageOf(settings.values.language)
    setFormats({ language, hours: settings.values.hours })
    // Without its messages the page stays as it is; the next change of the settings tries again.
    void showLanguage(language).catch(() => undefined)
  })
}
