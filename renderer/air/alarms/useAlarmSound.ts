import { onScopeDispose, watch } from 'vue'
import { useAlarms } from '../stores/alarms.ts'
import { useSettings } from '#kit/stores/settings.ts'
import { playTones } from './tones.ts'

/** Milliseconds; a tone that never rests is switched off for good. */
const againMs = 6_000

/** Sounds while an alarm is on that nobody has hushed. */
export function useAlarmSound(): void {
  const alarms = useAlarms()
  const settings = useSettings()
  let timer: ReturnType<typeof setInterval> | undefined
  const quiet = (): void => {
    clearInterval(timer)
    timer = undefined
  }

  watch(
    () => (settings.values.alarmSound ? alarms.loud.map(({ code, since }) => `${code} ${since}`) : []),
    (now, before = []) => {
      if (now.length === 0) return quiet()
      // One that is new is heard at once; that another one ended is no news.
      if (!now.some((key) => !before.includes(key)) && timer !== undefined) return
      quiet()
      void playTones()
      timer = setInterval(() => void playTones(), againMs)
    },
    { immediate: true },
  )
  onScopeDispose(quiet)
}
