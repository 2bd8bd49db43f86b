import { z } from 'zod'
import type { Scope } from '../access-kinds.ts'
import { environmentIdSchema } from '../models.ts'
import { named } from '../schema.ts'

/** Outputs are checked in tests only, so their schemas are built on demand. */
export interface MethodDeclaration {
  /** The least that calls it; `operate` is not above `draft`, see main/access/rules.ts. */
  scope: Scope
  /** Markdown for docs/control-api.md and the OpenRPC document. */
  about: string
  input: z.ZodType
  output: () => z.ZodType
  /** Scripts are refused. */
  pageOnly?: true
}

export type MethodDeclarations = Record<string, MethodDeclaration>

export const nothing = z.strictObject({}).default({})
export const empty = () => z.strictObject({})

export const id = z.string().min(1).max(128)
export const environmentId = environmentIdSchema()
export const operationKey = z.string().max(256)
export const scalar = named('Scalar', () => z.union([z.string(), z.number(), z.boolean(), z.null()]))()
export const instantInput = z.iso.datetime({ message: 'An instant such as 2026-11-22T20:00:00Z' })

export const operationRequest = z.strictObject({
  operation: operationKey,
  path: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), scalar).optional(),
  body: z.unknown().optional(),
})
