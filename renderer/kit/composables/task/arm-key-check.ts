// Which combinations can be assigned. What the desk, a browser or the system does with a key stays theirs.
import { armTasks, type ArmKeys, type ArmTask } from '#contract/settings.ts'
import { deskKeys } from './desk-keys.ts'

/** Why a combination can't be assigned. `what` is a message that says what it does already. */
export type ArmKeyProblem =
  | { kind: 'unusable' }
  | { kind: 'plain' }
  | { kind: 'task'; task: ArmTask }
  | { kind: 'taken'; what: string }

const deskCombos = new Map([
  ...deskKeys.map(({ keys, text }): [string, string] => [
    keys.map((key) => (key === 'meta' ? 'mod' : key.toLowerCase())).join('+'),
    `frame.keys.${text}`,
  ]),
  ['mod+shift+f2', 'frame.keys.panel'],
  ['mod+shift+c', 'frame.keys.clip'],
])

/** What browsers, and the systems around them, do with a key; `settings.armKeys.other` has the words. */
const browserCombos: Readonly<Record<string, string>> = {
  reload: 'f5 mod+f5 shift+f5 mod+r mod+shift+r',
  close: 'mod+w mod+shift+w mod+f4 alt+f4 mod+q mod+shift+q',
  open: 'mod+t mod+shift+t mod+n mod+shift+n mod+shift+p mod+o',
  print: 'mod+p',
  save: 'mod+s',
  edit: 'mod+c mod+x mod+v mod+z mod+y mod+a mod+shift+z mod+shift+v',
  find: 'f3 shift+f3 mod+f3 mod+g mod+shift+g',
  address: 'mod+l alt+d f6 shift+f6',
  bookmarks: 'mod+d mod+shift+d mod+b mod+shift+b mod+shift+o',
  history: 'mod+h mod+shift+h',
  developer:
    'f12 shift+f12 shift+f7 shift+f9 mod+u mod+shift+e mod+shift+i mod+shift+j mod+shift+k mod+alt+c mod+alt+i mod+alt+j mod+alt+u',
  fullScreen: 'f11',
  help: 'f1',
  caret: 'f7',
  reader: 'f9',
  menu: 'f10 shift+f10 alt+e alt+f alt+h alt+v alt+w',
  zoom: 'mod+0',
  minimise: 'mod+m',
  system: 'alt+f1 alt+f2 alt+f7 alt+f8 alt+f9 alt+f10 mod+shift+3 mod+shift+4 mod+shift+5 mod+alt+t mod+alt+l',
}
const browserTaken = new Map(
  Object.entries(browserCombos).flatMap(([what, combos]) =>
    combos.split(' ').map((combo): [string, string] => [combo, `settings.armKeys.other.${what}`]),
  ),
)

/** Why `task` can't get this combination; undefined where it can. */
export function problemOf(combo: string | undefined, task: ArmTask, keys: ArmKeys): ArmKeyProblem | undefined {
  if (combo === undefined) return { kind: 'unusable' }
  if (/^(?:shift\+)?[a-z\d]$/.test(combo)) return { kind: 'plain' }
  const other = armTasks.find((one) => one !== task && keys[one] === combo)
  if (other !== undefined) return { kind: 'task', task: other }
  const what = takenBy(combo)
  return what === undefined ? undefined : { kind: 'taken', what }
}

function takenBy(combo: string): string | undefined {
  const own = deskCombos.get(combo) ?? browserTaken.get(combo)
  if (own !== undefined) return own
  // The desk's keys with a letter take Shift as well.
  const loose = /^mod\+shift\+[a-z]$/.test(combo) ? deskCombos.get(combo.replace('shift+', '')) : undefined
  if (loose !== undefined) return loose
  // The list of short messages listens to F8, whatever is held with it.
  if (/(?:^|\+)f8$/.test(combo)) return 'settings.armKeys.other.notifications'
  if (/^mod\+[1-9]$/.test(combo)) return 'settings.armKeys.other.view'
  if (/^alt\+\d$/.test(combo)) return 'settings.armKeys.other.tab'
  return /^mod\+alt\+(?:shift\+)?f\d+$/.test(combo) ? 'settings.armKeys.other.system' : undefined
}
