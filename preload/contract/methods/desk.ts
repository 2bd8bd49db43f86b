import { z } from 'zod'
import { exportedFileSchema } from '../draft.ts'
import {
  armKeys,
  catalogListSchema,
  deskInfoSchema,
  hourChoices,
  languageChoice,
  poorSignal,
  settingsSchema,
} from '../models.ts'
import { authSchemes, productSchema } from '../operation.ts'
import { jsonObject } from '../schema.ts'
import { empty, id, nothing, type MethodDeclarations } from './method.ts'

export const deskMethods = {
  'rpc.discover': {
    scope: 'read',
    about: 'The OpenRPC document of this API, as in docs/openrpc.json.',
    input: nothing,
    output: jsonObject,
  },

  'desk.info': { scope: 'read', about: 'What the desk is and how it stands.', input: nothing, output: deskInfoSchema },
  'desk.dismiss': {
    scope: 'desk',
    about:
      'The notice is not shown again. `meet-<environment>` is the offer to meet the platform of an environment that got its first credential; it comes once.',
    input: z.strictObject({ id }),
    output: empty,
  },
  'desk.bringUp': {
    scope: 'desk',
    about: 'Brings the window of the installed app to the front. A page in a browser does that itself.',
    input: nothing,
    output: empty,
    pageOnly: true,
  },

  'catalog.list': {
    scope: 'read',
    about: 'Every operation of the platform.',
    input: nothing,
    output: catalogListSchema,
  },
  'catalog.export': {
    scope: 'read',
    about:
      'The catalog for other tools (docs/exports.md); no secret is in it. `learned` adds what was learned in the chosen environment, marked as such.',
    input: z.strictObject({
      format: z.enum(['openapi', 'postman', 'bruno']),
      learned: z.boolean().default(false),
    }),
    output: exportedFileSchema,
  },

  'settings.get': { scope: 'read', about: 'The settings of the desk.', input: nothing, output: settingsSchema },
  'settings.update': {
    scope: 'desk',
    about: 'What is left out stays.',
    input: z.strictObject({
      theme: z.enum(['system', 'dark', 'light']).optional(),
      density: z.enum(['compact', 'comfortable']).optional(),
      language: languageChoice().optional(),
      hours: z.enum(hourChoices).optional(),
      poorSignalKbps: poorSignal().optional(),
      notify: z.boolean().optional(),
      armKeys: armKeys().optional(),
      tourDone: z.boolean().optional(),
      authOverrides: z.partialRecord(productSchema(), z.enum(authSchemes)).optional(),
    }),
    output: settingsSchema,
  },
} satisfies MethodDeclarations
