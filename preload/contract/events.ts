// What main emits. A screen that missed an event reads the state again.
import { z } from 'zod'
import { accessStateSchema } from './access.ts'
import type { Scope } from './access-kinds.ts'
import { accountStateSchema } from './account.ts'
import { alarmSchema } from './air/alarms.ts'
import { armedCommandSchema } from './commands.ts'
import { draftHeadSchema } from './draft.ts'
import { encoderStateSchema } from './air/encoder.ts'
import { firingSchema, leftOnAirSchema } from './air/firing.ts'
import {
  broadcastSchema,
  budgetSchema,
  fieldChoiceSchema,
  liveValueSchema,
  showStateSchema,
  wordChoiceSchema,
} from './live.ts'
import { mailSettingsSchema } from './mail.ts'
import {
  connectionSchema,
  credentialStatusSchema,
  environmentIdSchema,
  environmentSchema,
  gateSchema,
  intentSchema,
  ledgerCountsSchema,
  noticeSchema,
  providerProfileSchema,
  rehearsalStateSchema,
} from './models.ts'
import { settingsSchema } from './settings.ts'
import { monitorStateSchema } from './air/monitor.ts'
import { overlayFrameSchema } from './overlay.ts'
import { keptRequestSchema, productLimitSchema } from './requests.ts'
import { dryRunSchema, rundownHeadSchema, rundownPositionSchema } from './air/rundown.ts'
import { instant, type Of } from './schema.ts'
import { updateStateSchema } from './updates.ts'

export const bridgeEvents = {
  /** `counts` are those of all environments, so a grant is not told them; `desk.info` counts its own. */
  'ledger.changed': () => z.strictObject({ intent: intentSchema(), counts: ledgerCountsSchema().exactOptional() }),
  'limits.changed': () => z.strictObject({ gates: z.array(gateSchema()) }),
  'connection.changed': connectionSchema,
  'environments.changed': () => z.strictObject({ environments: z.array(environmentSchema()) }),
  /** `confirmed` and `providerSecrets` where they changed. */
  'credentials.changed': () => credentialStatusSchema().omit({ reason: true }),
  'profiles.changed': () => z.strictObject({ profiles: z.array(providerProfileSchema()) }),
  /** Without its texts; `removed` is gone for good. */
  'drafts.changed': () =>
    z.strictObject({ draft: draftHeadSchema().exactOptional(), removed: z.string().exactOptional() }),
  /** Another profile database is open: screens are out of date. */
  /** Without its cues; `removed` is gone for good. */
  'rundown.changed': () =>
    z.strictObject({ rundown: rundownHeadSchema().exactOptional(), removed: z.string().exactOptional() }),
  'rundown.position': () =>
    z.strictObject({ environment: environmentIdSchema(), position: rundownPositionSchema().nullable() }),
  'rundown.dryRun': dryRunSchema,
  'desk.restarted': () => z.strictObject({ startedAt: instant() }),
  'rehearsal.changed': rehearsalStateSchema,
  'settings.changed': settingsSchema,
  'mail.changed': mailSettingsSchema,
  'desk.notice': noticeSchema,

  'live.value': liveValueSchema,
  'live.budget': budgetSchema,
  'broadcast.changed': broadcastSchema,
  'show.changed': showStateSchema,
  'words.changed': () => z.strictObject({ environment: environmentIdSchema(), choices: z.array(wordChoiceSchema()) }),
  'fields.changed': () => z.strictObject({ environment: environmentIdSchema(), choices: z.array(fieldChoiceSchema()) }),

  /** At most twice a second. */
  'history.changed': () => z.strictObject({}),
  'favourites.changed': () => z.strictObject({ operations: z.array(z.string()) }),
  'seen.changed': () => z.strictObject({ environment: environmentIdSchema(), resource: z.string() }),
  /** At most once a second. */
  'limits.products': () =>
    z.strictObject({ environment: environmentIdSchema(), products: z.array(productLimitSchema()) }),
  /** `showdesk://operation/...` fills in a form and sends nothing. */
  'desk.link': () => z.strictObject({ operation: z.string(), request: keptRequestSchema() }),
  /** Without `operation`: several. */
  'learned.changed': () =>
    z.strictObject({ environment: environmentIdSchema(), operation: z.string().exactOptional() }),
  'account.changed': accountStateSchema,

  /** Also once a second while a grant is in use. */
  'access.changed': accessStateSchema,
  'overlay.value': overlayFrameSchema,
  'updates.changed': updateStateSchema,
  'command.armed': () => z.strictObject({ armed: armedCommandSchema().nullable() }),

  /** Null once a stopped one was put away. */
  'firing.left': () => z.strictObject({ left: z.array(leftOnAirSchema()) }),
  'firing.changed': () => z.strictObject({ firing: firingSchema().nullable() }),
  /** Of the selected environment. */
  'alarms.changed': () => z.strictObject({ environment: environmentIdSchema(), alarms: z.array(alarmSchema()) }),
  /** Of the one in use. */
  'encoder.changed': encoderStateSchema,
  'monitor.changed': monitorStateSchema,
  /** How much of a file was read, from 0 to 1, where that is known. */
  'task.progress': () => z.strictObject({ task: z.string(), share: z.number() }),
} satisfies Record<string, () => z.ZodType>

export type BridgeEvents = { [E in keyof typeof bridgeEvents]: Of<(typeof bridgeEvents)[E]> }

export type BridgeEvent = keyof BridgeEvents

export type EventListener = <E extends BridgeEvent>(event: E, payload: BridgeEvents[E]) => void

/** The least that hears it; `watch` hears its own values alone. */
export const eventScopes: Record<BridgeEvent, Scope> = {
  'ledger.changed': 'read',
  'limits.changed': 'read',
  'connection.changed': 'read',
  'environments.changed': 'read',
  'credentials.changed': 'read',
  'profiles.changed': 'read',
  'drafts.changed': 'read',
  'rundown.changed': 'read',
  'rundown.position': 'read',
  'rundown.dryRun': 'read',
  'desk.restarted': 'read',
  'rehearsal.changed': 'read',
  'settings.changed': 'read',
  'mail.changed': 'read',
  'desk.notice': 'desk',
  'live.value': 'read',
  'live.budget': 'read',
  'broadcast.changed': 'read',
  'show.changed': 'read',
  'fields.changed': 'read',
  'words.changed': 'read',
  'history.changed': 'read',
  'favourites.changed': 'read',
  'seen.changed': 'read',
  'limits.products': 'read',
  'desk.link': 'desk',
  'learned.changed': 'read',
  'account.changed': 'read',
  'access.changed': 'desk',
  'overlay.value': 'watch',
  'updates.changed': 'desk',
  'command.armed': 'desk',
  'firing.left': 'read',
  'firing.changed': 'read',
  'alarms.changed': 'read',
  'encoder.changed': 'read',
  'monitor.changed': 'desk',
  'task.progress': 'desk',
}
