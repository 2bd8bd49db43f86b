// The language of the page and how it writes dates and numbers. `useLanguage` sets it; formatters read it.
import { computed, ref } from 'vue'

export type Hours = 'locale' | 'h12' | 'h23'

const language = ref('en')
const hours = ref<Hours>('locale')

/** The languages that the browser asks for, most wanted first. */
export const wantedLanguages = (): readonly string[] => navigator.languages

const sameLanguage = (a: string, b: string): boolean => a.split('-')[0] === b.split('-')[0]

/** Older browsers give tags that are none, such as an empty one or `en-US@posix`. */
function isSupported(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

/** With the person's region where the browser names one in this language: `en-GB` writes other dates than `en-US`. */
export const locale = computed(
  () => wantedLanguages().find((one) => sameLanguage(one, language.value) && isSupported(one)) ?? language.value,
)

/** The first that the browser asks for: that of the system, whatever the page speaks. */
export const systemLocale = (): string | undefined => wantedLanguages().find(isSupported)

const localeHours = computed(() => {
  const { hourCycle } = new Intl.DateTimeFormat(locale.value, { hour: 'numeric' }).resolvedOptions()
  return hourCycle === 'h11' || hourCycle === 'h12' ? 'h12' : 'h23'
})

/** `h12` or `h23`: the person's choice, otherwise the locale's. */
export const hourCycle = computed(() => (hours.value === 'locale' ? localeHours.value : hours.value))

/** Sets what all formatters write from now on. */
export function setFormats(next: { language?: string; hours?: Hours }): void {
  if (next.language !== undefined) language.value = next.language
  if (next.hours !== undefined) hours.value = next.hours
}

/** Keeps what `make` gives for each key: making an Intl formatter costs far more than using it. */
export function keptFormats<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const found = known.get(key) ?? make(key)
    known.set(key, found)
    return found
  }
}
