import { z } from 'zod'
import { exportedFileSchema } from '../draft.ts'
import { catalogListSchema, deskInfoSchema } from '../models.ts'
import { settingsSchema } from '../settings.ts'
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
      'The catalog as OpenAPI 3.1 for other tools (docs/exports.md); no secret is in it. What costs money or deletes is in it only with `moneyAndDeletions`. `learned` adds what was learned in the chosen environment, marked as such.',
    input: z.strictObject({
      moneyAndDeletions: z.boolean().default(false),
      learned: z.boolean().default(false),
    }),
    output: exportedFileSchema,
  },

  'settings.get': { scope: 'read', about: 'The settings of the desk.', input: nothing, output: settingsSchema },
  'settings.update': {
    scope: 'desk',
    about: 'What is left out stays.',
    input: settingsSchema().partial(),
    output: settingsSchema,
  },
} satisfies MethodDeclarations
