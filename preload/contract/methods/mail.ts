import { z } from 'zod'
import { compiledMailSchema, longestMjml, longestTestMail, mailSettingsSchema } from '../mail.ts'
import { nothing, type MethodDeclarations } from './method.ts'

export const mailMethods = {
  'mail.settings': {
    scope: 'read',
    about: 'What the template studio keeps for all templates: mail clients to check for, brand, snippets.',
    input: nothing,
    output: mailSettingsSchema,
  },
  'mail.change': {
    scope: 'desk',
    about: 'Replaces the parts that are given.',
    input: mailSettingsSchema().partial(),
    output: mailSettingsSchema,
  },
  'mail.compile': {
    scope: 'draft',
    about: 'Makes the HTML of a message from MJML. Nothing is included from files, nothing is fetched or kept.',
    input: z.strictObject({ mjml: z.string().max(longestMjml) }),
    output: compiledMailSchema,
  },
  'mail.test': {
    scope: 'desk',
    pageOnly: true,
    about:
      "Opens a test mail in the system's mail program. Its file is private, and deleted after an hour, at the end and at the next start. Refused during a show, and `not_supported` where a browser shows the desk.",
    input: z.strictObject({ name: z.string().min(1).max(200), text: z.string().max(longestTestMail) }),
    output: () => z.strictObject({}),
  },
} satisfies MethodDeclarations
