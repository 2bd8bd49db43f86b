// Key combinations of one's own that arm a task of the live view.
import { armTasks, type ArmKeys, type ArmTask } from '#contract/settings.ts'
import { letterOf, type KeyPress } from './keys.ts'

/** `shift+f2`, `mod+alt+r`; undefined for a key that is no letter, digit or function key. */
export function armComboOf(event: KeyPress): string | undefined {
  const key = baseOf(event)
  if (key === undefined) return undefined
  const held = [event.ctrlKey || event.metaKey ? 'mod' : '', event.altKey ? 'alt' : '', event.shiftKey ? 'shift' : '']
  return [...held, key].filter(Boolean).join('+')
}

function baseOf(event: KeyPress): string | undefined {
  const name = event.key.toLowerCase()
  return /^f(?:[1-9]|1\d|2[0-4])$/.test(name) ? name : letterOf(event)
}

/** Whether it works where text is typed: function keys, and what is held with Ctrl or Cmd. Alt writes signs on a Mac. */
export const worksInText = (combo: string): boolean => combo.startsWith('mod+') || /(?:^|\+)f\d+$/.test(combo)

/** For `KeyCaps`. */
export const capsOf = (combo: string): string[] => combo.split('+').map((key) => (key === 'mod' ? 'meta' : key))

/** For `aria-keyshortcuts`: Ctrl and Cmd both do it. */
export function shortcutsOf(combo: string): string {
  const written = (mod: string): string =>
    combo
      .split('+')
      .map((key) =>
        key === 'mod' ? mod : key.length > 1 ? key.charAt(0).toUpperCase() + key.slice(1) : key.toUpperCase(),
      )
      .join('+')
  return combo.startsWith('mod+') ? `${written('Control')} ${written('Meta')}` : written('')
}

/** Which task a combination arms; the first where a setting from elsewhere has it twice. */
export const taskOf = (combo: string, keys: ArmKeys): ArmTask | undefined =>
  armTasks.find((task) => keys[task] === combo)

/** The combination that arms a task. */
export const comboFor = (task: string | undefined, keys: ArmKeys): string | undefined =>
  Object.entries(keys).find(([one]) => one === task)?.[1]

export function capsFor(task: string, keys: ArmKeys): string[] {
  const combo = comboFor(task, keys)
  return combo === undefined ? [] : capsOf(combo)
}
