// What a person set for this desk.
import { z } from 'zod'
import type { CommandName } from './access-kinds.ts'
import { authSchemes, productSchema } from './operation.ts'
import { named, type Of } from './schema.ts'

export const hourChoices = ['locale', 'h12', 'h23'] as const
/** `system`, or a language tag such as `en`. */
const languageChoice = () =>
  z
    .string()
    .regex(/^(?:system|[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/)
    .max(35)

/** Commands of the live view that a key of one's own can arm; no key fires. */
export const armTasks = ['start', 'stop', 'go', 'reveal', 'runAd'] as const satisfies readonly CommandName[]
export type ArmTask = (typeof armTasks)[number]

/** Such as `shift+f8` or `mod+alt+r`; `mod` is Ctrl, on macOS Cmd. A letter or a digit alone would be typed. */
const armKey = () =>
  z
    .string()
    .regex(/^(?:(?:mod\+)?(?:alt\+)?(?:shift\+)?f(?:[1-9]|1\d|2[0-4])|(?:mod\+(?:alt\+)?|alt\+)(?:shift\+)?[a-z\d])$/)
export const armKeys = () => z.partialRecord(z.enum(armTasks), armKey())
export type ArmKeys = Of<typeof armKeys>

export const settingsSchema = named('Settings', () =>
  z.strictObject({
    theme: z.enum(['system', 'dark', 'light']),
    density: z.enum(['compact', 'comfortable']),
    /** A folder of messages, or the first of the browser's languages that has one. */
    language: languageChoice(),
    /** Of a clock: as the locale has it, 12 hours, or 24. */
    hours: z.enum(hourChoices),
    /** Notifications of the system while another window has the focus. */
    notify: z.boolean(),
    /** Alarms are heard as well as read. */
    alarmSound: z.boolean(),
    /** A cue that is due blinks. */
    flashing: z.boolean(),
    /** What is missing has no key. */
    armKeys: armKeys(),
    /** The tour of the rehearsal was put away. */
    tourDone: z.boolean(),
    /** Where it differs from the catalog's. */
    authOverrides: z.partialRecord(productSchema(), z.enum(authSchemes)),
  }),
)
export type Settings = Of<typeof settingsSchema>

export const firstSettings: Settings = {
  theme: 'system',
  density: 'compact',
  language: 'system',
  hours: 'locale',
  notify: true,
  alarmSound: true,
  flashing: true,
  // Free in the desk and in browsers, with Shift and without. Start and stop come once a show: a key for them is chosen.
  armKeys: { reveal: 'shift+f2', runAd: 'shift+f4', go: 'shift+f9' },
  tourDone: false,
  authOverrides: {},
}
