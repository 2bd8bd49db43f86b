// Names of scopes, overlays and commands; apart from their checks, which the page need not load.
/**
 * `watch` sees the values of its own overlays, `read` everything that can be read, `draft` also writes drafts, `operate`
 * reads and runs named commands, `desk` is the desk's own page.
 */
export const scopes = ['watch', 'read', 'draft', 'operate', 'desk'] as const
export type Scope = (typeof scopes)[number]

/** `desk` is never given away. */
export const grantScopes = ['watch', 'read', 'draft', 'operate'] as const
export type GrantScope = (typeof grantScopes)[number]

export const overlayKinds = ['poll', 'goal', 'countdown', 'sponsor', 'onair', 'next'] as const
export type OverlayKind = (typeof overlayKinds)[number]

/** Of a destination. */
export const transportActions = ['start', 'pause', 'resume', 'stop'] as const
export type TransportAction = (typeof transportActions)[number]

export const pollCommands = ['reveal', 'winner', 'hide', 'close'] as const
export type PollCommand = (typeof pollCommands)[number]

/** Those that the audience sees. They say when they were pressed, and what was shown. */
export const onAirCommands = [...transportActions, ...pollCommands, 'runAd'] as const
export const isOnAirCommand = (command: RecordCommand): boolean =>
  (onAirCommands as readonly RecordCommand[]).includes(command)

/** With a record, by `command.run`. */
export const recordCommands = [...onAirCommands, 'clip', 'mark'] as const
export type RecordCommand = (typeof recordCommands)[number]

/** Every live command; `go` is `rundown.go` and `rundown.move`. */
export const commandNames = [...recordCommands, 'go'] as const
export type CommandName = (typeof commandNames)[number]

/**
 * `proof`: it proves its secret by SCRAM and never sends it; `address`: the secret stands in the address of an overlay or a
 * dock, and a browser sends it.
 */
export const grantLogins = ['proof', 'address'] as const

/** `arm`: a person fires at the desk. */
export const commandModes = ['arm', 'fire'] as const

/** So long a command stays armed, in milliseconds. */
export const armedMs = 5_000
