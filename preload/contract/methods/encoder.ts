import { z } from 'zod'
import { decisionInputs } from '../command.ts'
import { encoderOperations, encoderSchema, encoderStateSchema } from '../air/encoder.ts'
import { intentSchema } from '../models.ts'
import { shownSchema } from '../shown.ts'
import { id, nothing, type MethodDeclarations } from './method.ts'

const list = () => z.strictObject({ encoders: z.array(encoderSchema()) })

export const encoderMethods = {
  'encoder.list': { scope: 'read', about: 'Streaming software that was entered.', input: nothing, output: list },
  'encoder.save': {
    scope: 'desk',
    about: 'Enters one, or changes it.',
    input: z.strictObject({
      id: id.optional(),
      name: z.string().trim().min(1).max(120),
      address: z.string().max(512),
      password: z.string().max(1_024).nullable().optional(),
    }),
    output: list,
    pageOnly: true,
  },
  'encoder.remove': {
    scope: 'desk',
    about: 'Removes one.',
    input: z.strictObject({ id }),
    output: list,
    pageOnly: true,
  },
  'encoder.use': {
    scope: 'desk',
    about: 'Chooses the one in use; null uses none.',
    input: z.strictObject({ id: id.nullable() }),
    output: list,
    pageOnly: true,
  },
  'encoder.state': { scope: 'read', about: 'As read last.', input: nothing, output: encoderStateSchema },
  'encoder.read': { scope: 'read', about: 'Reads it now.', input: nothing, output: encoderStateSchema },
  'encoder.command': {
    scope: 'desk',
    about: 'Sends one command. `shown` names the software, `{encoder}`: `conflict` where another one is in use.',
    input: z.strictObject({
      operation: z.enum(encoderOperations),
      scene: z.string().max(512).optional(),
      title: z.string().max(200).optional(),
      press: z.uuid(),
      shown: shownSchema(),
      ...decisionInputs,
    }),
    output: intentSchema,
  },
} satisfies MethodDeclarations
