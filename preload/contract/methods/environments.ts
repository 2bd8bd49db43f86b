import { z } from 'zod'
import {
  connectionSchema,
  credentialKinds,
  credentialStatusSchema,
  environmentSchema,
  faultKinds,
  platformNamesSchema,
  profileSecretFields,
  providerProfileSchema,
  rehearsalStateSchema,
} from '../models.ts'
import { recordOf } from '../schema.ts'
import { empty, environmentId, id, nothing, operationKey, type MethodDeclarations } from './method.ts'

const environment = environmentId
const secretText = z.string().min(1).max(16_384)
const secretInput = z.union([z.string().max(16_384), z.null(), z.strictObject({ $secret: z.string().max(256) })])

const fault = z.strictObject({
  kind: z.enum(faultKinds),
  operation: operationKey.optional(),
  times: z.int().min(1).max(10_000).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  status: z.int().min(100).max(599).optional(),
  retryAfterSeconds: z.int().min(0).max(86_400).optional(),
})

const platformName = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'Letters, digits and _ only, starting with a letter')

export const environmentMethods = {
  'environments.list': {
    scope: 'read',
    about: 'All environments. `embedded` is true where requests stay inside the desk.',
    input: nothing,
    output: () => z.strictObject({ environments: z.array(environmentSchema()) }),
  },
  'environments.configure': {
    scope: 'desk',
    about: 'Sets the address: https, or http on loopback. An empty one takes it back.',
    input: z.strictObject({ id: environment, baseUrl: z.string().max(2_048) }),
    output: environmentSchema,
  },
  'environments.select': {
    scope: 'desk',
    about: 'Chooses the environment.',
    input: z.strictObject({ id: environment }),
    output: environmentSchema,
  },

  'credentials.status': {
    scope: 'read',
    about:
      'Which credentials are there. `confirmed` is the origin that credentials and secrets may go to, `embedded` for the platform inside the desk, null where one has to be confirmed first.',
    input: z.strictObject({ environment }),
    output: credentialStatusSchema,
  },
  'credentials.save': {
    scope: 'desk',
    about: 'Saves an API key or a session in the keychain.',
    input: z.discriminatedUnion('credential', [
      z.strictObject({ environment, credential: z.literal('apiKey'), value: secretText }),
      z.strictObject({
        environment,
        credential: z.literal('session'),
        value: z.strictObject({
          token: secretText,
          accountId: z.string().max(1_024).optional(),
          sessionId: z.string().max(1_024).optional(),
        }),
      }),
    ]),
    output: credentialStatusSchema,
  },
  'credentials.remove': {
    scope: 'desk',
    about: 'Takes a credential out of the keychain.',
    input: z.strictObject({ environment, credential: z.enum(credentialKinds) }),
    output: credentialStatusSchema,
  },
  'credentials.unlock': {
    scope: 'desk',
    about:
      'The system asks the person to unlock the keychain, where it is locked. By itself the desk never puts this question; what waits goes on once it is unlocked.',
    input: z.strictObject({ environment }),
    output: credentialStatusSchema,
  },
  'credentials.confirm': {
    scope: 'desk',
    about:
      "What is saved may go to this origin from now on, which must be the one that the environment has: another is `conflict`. The desk's own page only.",
    input: z.strictObject({ environment, origin: z.string().min(1).max(2_048) }),
    output: credentialStatusSchema,
    pageOnly: true,
  },

  'connection.configure': {
    scope: 'desk',
    about: 'Pauses what leaves by itself; kept over restarts.',
    input: z.strictObject({
      sending: z.enum(['on', 'paused']).optional(),
      probing: z.enum(['on', 'paused']).optional(),
    }),
    output: connectionSchema,
  },
  'connection.probe': {
    scope: 'read',
    about: 'The connection, after the platform was asked once; also what a page sends when its network is back.',
    input: nothing,
    output: connectionSchema,
  },

  'profiles.list': {
    scope: 'read',
    about: 'Provider profiles; secrets come back as references only.',
    input: nothing,
    output: () => z.strictObject({ profiles: z.array(providerProfileSchema()) }),
  },
  'profiles.save': {
    scope: 'desk',
    about:
      'Of `secrets`, a string is moved to the keychain, null removes the stored value, a reference or nothing keeps it.',
    input: z.strictObject({
      id: id.optional(),
      name: z.string().trim().min(1).max(120),
      environment,
      options: recordOf(z.string().max(256), z.union([z.string().max(8_192), z.null()]), 256),
      secrets: z.partialRecord(z.enum(profileSecretFields), secretInput).optional(),
    }),
    output: providerProfileSchema,
  },
  'profiles.remove': {
    scope: 'desk',
    about: 'Removes a provider profile with its secrets.',
    input: z.strictObject({ id }),
    output: empty,
  },

  'platforms.get': {
    scope: 'read',
    about: "The names behind an event's platform switches.",
    input: z.strictObject({ environment }),
    output: platformNamesSchema,
  },
  'platforms.save': {
    scope: 'desk',
    about: 'Replaces them.',
    input: z.strictObject({
      environment,
      outputs: z.array(platformName).max(34),
      playback: z.array(platformName).max(1),
      events: z.array(platformName).max(19),
    }),
    output: platformNamesSchema,
  },

  'rehearsal.faults': {
    scope: 'read',
    about: 'How the rehearsal platform behaves.',
    input: nothing,
    output: rehearsalStateSchema,
  },
  'rehearsal.setFault': {
    scope: 'desk',
    about: 'Sets a fault; `on: false` takes it back.',
    input: z.strictObject({ fault, on: z.boolean().default(true) }),
    output: rehearsalStateSchema,
  },
  'rehearsal.reset': {
    scope: 'desk',
    about: 'Restores the seed, without faults.',
    input: nothing,
    output: rehearsalStateSchema,
  },
} satisfies MethodDeclarations
