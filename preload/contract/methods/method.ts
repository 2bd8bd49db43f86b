import { z } from 'zod'
import type { Scope } from '../access-kinds.ts'
import { environmentIdSchema } from '../models.ts'
import { named, recordOf } from '../schema.ts'

/** Outputs are checked in tests only, so their schemas are built on demand. */
export interface MethodDeclaration {
  /** The least that calls it; `operate` is not above `draft`, see main/core/access/rules.ts. */
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
/** The caller's own name for what it waits for: `task.progress` tells how far it is, `tasks.cancel` ends it. */
export const task = z.string().regex(/^[\w-]{16,64}$/)
export const environmentId = environmentIdSchema()
export const operationKey = z.string().max(256)
export const scalar = named('Scalar', () => z.union([z.string().max(65_536), z.number(), z.boolean(), z.null()]))()
export const instantInput = z.iso.datetime({ message: 'An instant such as 2026-11-22T20:00:00Z' })

export const pathInput = recordOf(z.string().max(256), z.string().max(8_192), 64)
export const queryInput = recordOf(z.string().max(256), scalar, 256)
/** Characters of a text that is a whole file; it fits into a frame. */
export const longestFile = 9_000_000

export const operationRequest = z.strictObject({
  operation: operationKey,
  path: pathInput.optional(),
  query: queryInput.optional(),
  body: z.unknown().optional(),
})
