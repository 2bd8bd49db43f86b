import { z } from 'zod'
import { monitorSessionSchema, monitorStateSchema } from '../air/monitor.ts'
import { empty, environmentId, type MethodDeclarations } from './method.ts'

const environment = environmentId

export const monitorMethods = {
  'monitor.get': {
    scope: 'desk',
    about: 'What a person decided about the monitor of an environment.',
    input: z.strictObject({ environment }),
    output: monitorStateSchema,
  },
  'monitor.set': {
    scope: 'desk',
    about:
      'What is left out stays, an address of null takes it away. An address is https, or http on this machine or in a private network, without credentials. `open` is kept for the show that is on.',
    input: z.strictObject({
      environment,
      address: z.string().trim().min(1).max(2_048).nullable().optional(),
      onStage: z.boolean().optional(),
      open: z.boolean().optional(),
    }),
    output: monitorStateSchema,
  },
  'monitor.open': {
    scope: 'desk',
    pageOnly: true,
    about:
      "Reads where the chosen stream can be played, and opens a session of the page's own host for the source of that id, else for the best one.",
    input: z.strictObject({ environment, source: z.string().max(512).optional() }),
    output: monitorSessionSchema,
  },
  'monitor.close': {
    scope: 'desk',
    pageOnly: true,
    about: 'Ends a session.',
    input: z.strictObject({ ticket: z.string().max(128) }),
    output: empty,
  },
} satisfies MethodDeclarations
