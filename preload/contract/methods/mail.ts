import { z } from 'zod'
import { compiledMailSchema, longestMjml, mailSettingsSchema } from '../mail.ts'
import { nothing, type MethodDeclarations } from './method.ts'

export const mailMethods = {
  'mail.settings': {
    scope: 'read',
    about: 'What the template studio keeps for all templates: mail clients to check for, brand, snippets.',
    input: nothing,
    output: mailSettingsSchema,
  },
  'mail.change': {
    scope: 'draft',
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
} satisfies MethodDeclarations
