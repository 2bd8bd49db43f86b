// How a method of the control API is declared: once, with everything that is said of it.
import { z } from 'zod'
import { environmentIdSchema } from '../models.ts'
import { named } from '../schema.ts'

/**
 * What a caller must be allowed at least, each with all before it: `watch` sees states without contents, `read` sees contents and reads the
 * platform, `draft` writes drafts and what helps in writing them, `operate` submits writes and runs shows, `desk` is the person's own page:
 * credentials, environments, transfers and the desk's settings. Declared only: every caller may call every method so far.
 */
export const scopes = ['watch', 'read', 'draft', 'operate', 'desk'] as const
type Scope = (typeof scopes)[number]

/** One method. The output is checked in tests, never at run time, so its schema is built when a test or the document asks for it. */
export interface MethodDeclaration {
  scope: Scope
  /** What it does, in Markdown, for docs/control-api.md and the OpenRPC document. */
  about: string
  input: z.ZodType
  output: () => z.ZodType
  /** A person decides it in sight of the desk's own words: scripts are refused. */
  pageOnly?: true
}

export type MethodDeclarations = Record<string, MethodDeclaration>

export const nothing = z.strictObject({}).default({})
/** The answer of a method that only does something. */
export const empty = () => z.strictObject({})

export const id = z.string().min(1).max(128)
export const environmentId = environmentIdSchema()
export const operationKey = z.string().max(256)
export const scalar = named('Scalar', () => z.union([z.string(), z.number(), z.boolean(), z.null()]))()
export const instantInput = z.iso.datetime({ message: 'An instant such as 2026-11-22T20:00:00Z' })

/** A request as callers write it. */
export const operationRequest = z.strictObject({
  operation: operationKey,
  path: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), scalar).optional(),
  body: z.unknown().optional(),
})
