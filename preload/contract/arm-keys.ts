import { z } from 'zod'
import type { Of } from './schema.ts'

/** Tasks of the live view that a key of one's own can arm; no key fires. */
export const armTasks = ['start', 'stop', 'go', 'reveal', 'run'] as const
export type ArmTask = (typeof armTasks)[number]

/** Such as `shift+f8` or `mod+alt+r`; `mod` is Ctrl, on macOS Cmd. A letter or a digit alone would be typed. */
const armKey = () =>
  z
    .string()
    .regex(/^(?:(?:mod\+)?(?:alt\+)?(?:shift\+)?f(?:[1-9]|1\d|2[0-4])|(?:mod\+(?:alt\+)?|alt\+)(?:shift\+)?[a-z\d])$/)
export const armKeys = () => z.partialRecord(z.enum(armTasks), armKey())
export type ArmKeys = Of<typeof armKeys>
