// Who is let in, and at which port. It outlives a restart of the backend, as its addresses do.
import type { AccessState, Grant, GrantInput } from '#contract/access.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Clock } from '../ports.ts'
import { createAccessFile, type AccessFile, type KeptAccess } from './file.ts'
import { createGrants } from './grants.ts'

/** How often a use is told to screens, at most. */
const toldMs = 1_000

/** How the host lets others in. */
export interface Door {
  /** Null picks a free port. It answers where others connect now, and the port to keep. Never rejects. */
  open(port: number | null): Promise<Opened>
  close(): Promise<void>
}
export type Opened = { address: string; port: number } | { fault: NonNullable<AccessState['fault']> }

export type Access = ReturnType<typeof createAccess>

export function createAccess({
  profile,
  clock,
  file = createAccessFile(profile),
}: {
  profile: string
  clock: Clock
  file?: AccessFile
}) {
  const { earlier, damaged, ...found } = file.read()
  let kept: KeptAccess = found
  let door: Door | undefined
  let now: Opened | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const listeners = createListeners<[AccessState]>()
  const suspended = createListeners<[{ count: number; port: number }]>()
  const ended = createListeners<[id: string]>()
  /** How often a grant has ended: revoked, renewed, or switched off. */
  const ends = new Map<string, number>()
  ended.add((id) => void ends.set(id, (ends.get(id) ?? 0) + 1))
  const connections = new Map<string, number>()
  let telling: (() => void) | undefined

  const write = (change: Partial<KeptAccess>): void => {
    const next = { ...kept, ...change }
    file.write(next)
    kept = next
  }
  if (earlier === true) {
    try {
      write({})
    } catch {
      // What is kept opens nothing by itself; the next change writes it.
    }
  }
  const grants = createGrants({
    kept: kept.grants,
    write: (all) => write({ grants: all }),
    now: () => clock.now(),
    onRevoke: (id) => ended.emit(id),
  })

  function state(): AccessState {
    return {
      on: kept.on,
      port: kept.port,
      ...(kept.on && now !== undefined && ('fault' in now ? { fault: now.fault } : { address: now.address })),
      grants: grants.list().map((grant) => ({ ...grant, connections: connections.get(grant.id) ?? 0 })),
    }
  }
  const tell = (): void => {
    telling?.()
    telling = undefined
    listeners.emit(state())
  }
  const tellSoon = (): void => {
    telling ??= clock.after(toldMs, tell)
  }

  /** One change after the other: opening and closing take their time. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = turn.then(run)
    turn = done.catch(() => undefined)
    return done
  }
  const countSuspended = (): number => grants.list().filter((grant) => grant.suspended === true).length
  /** Overlays and docks connect by themselves and send their secrets to whoever has the port. */
  function suspend(): void {
    const before = countSuspended()
    try {
      grants.suspend()
    } catch {
      // They are suspended for this run; the next one finds the port taken as well, or the disk is free again.
    }
    const count = countSuspended() - before
    if (count > 0) suspended.emit({ count, port: kept.port ?? 0 })
  }
  async function follow(): Promise<void> {
    if (door === undefined) return
    if (kept.on) {
      now = await door.open(kept.port)
      if ('fault' in now && now.fault === 'port_taken') suspend()
      if ('port' in now && kept.port === null) write({ port: now.port })
    } else {
      now = undefined
      for (const { id } of grants.list()) ended.emit(id)
      await door.close()
    }
    tell()
  }

  return {
    state,
    /** The port that the profile keeps, for a host that is about to listen. */
    port: (): number | null => kept.port,
    isOn: (): boolean => kept.on,
    /** The grant of a secret that was sent, whether or not it may be and others are let in now. */
    find: (secret: string): Grant | undefined => grants.find(secret),
    /** The grant that a login by SCRAM names. */
    named: grants.named,

    /** The host is ready to let others in, and does where they were let in before. */
    begin: (of: Door): Promise<void> =>
      inTurn(async () => {
        door = of
        await follow()
      }),
    /** Throws `storage_*`. */
    switch: (on: boolean): Promise<AccessState> =>
      inTurn(async () => {
        write({ on })
        await follow()
        return state()
      }),
    /** Another port, null for a free one. Throws `storage_*`. */
    move: (port: number | null): Promise<AccessState> =>
      inTurn(async () => {
        write({ port })
        if (kept.on) await door?.close()
        await follow()
        return state()
      }),

    grant(input: GrantInput): { grant: Grant; secret: string } {
      const made = grants.create(input)
      tell()
      return made
    },
    renew(id: string): { grant: Grant; secret: string } {
      const made = grants.renew(id)
      tell()
      return made
    },
    revoke(id: string): AccessState {
      grants.revoke(id)
      tell()
      return state()
    },

    /** Whether what the grant asks for now may still be done later, when it is asked again. */
    whileHeld(id: string): () => boolean {
      const before = ends.get(id)
      return () => ends.get(id) === before
    },

    /** A connection of a grant; the answer ends it. */
    connected(id: string): () => void {
      const count = (by: number) => connections.set(id, Math.max(0, (connections.get(id) ?? 0) + by))
      count(1)
      grants.seen(id)
      tell()
      return () => {
        count(-1)
        tellSoon()
      }
    },
    /** Notes a use. */
    seen(id: string): void {
      grants.seen(id)
      tellSoon()
    },
    connectionsOf: (id: string): number => connections.get(id) ?? 0,
    onChange: listeners.add,
    /** Connections of the grant have to close. */
    onEnd: ended.add,
    /** Another program has the kept port. */
    portTaken: suspend,
    /** Hears how many grants were suspended because another program had the port. */
    onSuspend: suspended.add,
    /** When the file was written whose damage lets somebody out who was in; undefined where it is whole. */
    damaged,
    /** The host is closing. */
    async stop(): Promise<void> {
      await turn
      telling?.()
      telling = undefined
      await door?.close()
      door = undefined
    },
  }
}
