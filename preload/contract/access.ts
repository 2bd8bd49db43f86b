// Who may do what through the control API: scopes, and the grants that carry them.
import { z } from 'zod'
import { commandModes, commandNames, grantLogins, grantScopes, overlayKinds } from './access-kinds.ts'
import { environmentIdSchema } from './models.ts'
import { instant, named, type Of } from './schema.ts'

const distinct = (list: readonly string[]): boolean => new Set(list).size === list.length
const values = z.array(z.enum(overlayKinds)).min(1).max(overlayKinds.length).refine(distinct)
const commands = z.array(z.enum(commandNames)).min(1).max(commandNames.length).refine(distinct)
const common = { name: z.string().trim().min(1).max(120), environment: environmentIdSchema() }
/** Its secret stands in the address of a dock; that of `watch` always stands in one. */
const inAddress = z.literal(true).exactOptional()

/** What a new grant is made of. */
export const grantInput = z.discriminatedUnion('scope', [
  z.strictObject({ ...common, scope: z.literal('watch'), values }),
  z.strictObject({ ...common, scope: z.literal('read'), inAddress }),
  z.strictObject({ ...common, scope: z.literal('draft') }),
  z.strictObject({ ...common, scope: z.literal('operate'), commands, mode: z.enum(commandModes), inAddress }),
])
export type GrantInput = z.output<typeof grantInput>

export const grantSchema = named('Grant', () =>
  z.strictObject({
    id: z.string(),
    name: z.string(),
    scope: z.enum(grantScopes),
    environment: environmentIdSchema(),
    /** Of `watch`. */
    values: z.array(z.enum(overlayKinds)).exactOptional(),
    /** Of `operate`. */
    commands: z.array(z.enum(commandNames)).exactOptional(),
    mode: z.enum(commandModes).exactOptional(),
    /** Absent for one that was made before the desk knew the difference: it may do both. */
    login: z.enum(grantLogins).exactOptional(),
    /** Another program had the desk's port, and may have got the secret: refused until it is renewed. */
    suspended: z.literal(true).exactOptional(),
    createdAt: instant(),
    /** Null until it is first used. */
    lastUsedAt: instant().nullable(),
  }),
)
export type Grant = Of<typeof grantSchema>

export const accessStateSchema = named('AccessState', () =>
  z.strictObject({
    on: z.boolean(),
    /** Null until others were let in for the first time. */
    port: z.int().nullable(),
    /** `http://127.0.0.1:PORT`; absent where nobody can connect now. */
    address: z.string().exactOptional(),
    /** Why the port can't be used; nothing is served then. */
    fault: z.enum(['port_taken', 'port_forbidden', 'failed']).exactOptional(),
    /** Newest first. */
    grants: z.array(grantSchema().extend({ connections: z.int() })),
  }),
)
export type AccessState = Of<typeof accessStateSchema>
