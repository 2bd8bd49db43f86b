// What a person wants a new access for, and the grant that this takes: never more than the purpose needs.
import type { Grant, GrantInput } from '#contract/access.ts'
import type { commandModes, CommandName, OverlayKind } from '#contract/access-kinds.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { panelCommands, type DockPanel } from '#contract/docks.ts'

export const purposes = ['overlay', 'dock', 'controller', 'reader', 'drafter'] as const
export type Purpose = (typeof purposes)[number]

export type CommandMode = (typeof commandModes)[number]

export interface Wanted {
  purpose: Exclude<Purpose, 'overlay'>
  name: string
  environment: EnvironmentId
  panel: DockPanel
  commands: readonly CommandName[]
  mode: CommandMode
}

/** A dock is pressed at the desk's own screen and asks twice by itself; another device is confirmed at the screen. */
export const usualMode = (purpose: Purpose): CommandMode => (purpose === 'dock' ? 'fire' : 'arm')

/** Whether it may run commands at all. */
export const runsCommands = ({ purpose, panel }: Pick<Wanted, 'purpose' | 'panel'>): boolean =>
  purpose === 'controller' || (purpose === 'dock' && panelCommands[panel].length > 0)

/** The grant to ask for; a dock without a command only reads. */
export function inputOf(wanted: Wanted): GrantInput {
  const { purpose, environment, mode } = wanted
  const common = { name: wanted.name.trim(), environment }
  if (purpose === 'reader') return { ...common, scope: 'read' }
  if (purpose === 'drafter') return { ...common, scope: 'draft' }
  const mayRun = purpose === 'dock' ? panelCommands[wanted.panel] : wanted.commands
  const commands = wanted.commands.filter((command) => mayRun.includes(command))
  const where = purpose === 'dock' ? { inAddress: true as const } : {}
  return commands.length === 0
    ? { ...common, ...where, scope: 'read' }
    : { ...common, ...where, scope: 'operate', commands: [...commands], mode }
}

/** What stands for an access where it is used: a program has no address of its own. */
export const whatIsRenewed = ({ scope, login }: Pick<Grant, 'scope' | 'login'>): 'address' | 'secret' =>
  scope === 'draft' || login === 'proof' ? 'secret' : 'address'

/** The address of a dock; its secret stays in the fragment, which no server and no log sees. */
export const dockAddress = (origin: string, panel: DockPanel, secret: string): string =>
  `${origin}/dock/${panel}#g=${secret}`

/** The address of a browser source. */
export const overlayAddress = (origin: string, kind: OverlayKind, secret: string): string =>
  `${origin}/overlay/${kind}#g=${secret}`

/** One line for a file or a variable: where to connect, and the secret. */
export const toolAddress = (origin: string, secret: string): string => `${origin}/#g=${secret}`
