// Where shows are in their rundowns, and what was fired, as rows. Every function is synchronous; `step` is one commit.
import type { Firing } from '#contract/air/firing.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Cue, RundownPosition } from '#contract/air/rundown.ts'
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'

export interface Place {
  environment: EnvironmentId
  /** Another one whenever a rundown is chosen. */
  run: string
  rundown: string
  position: number
  /** The cue that was fired last. */
  now?: string
  /** The cue that a person made the next one. */
  movedTo?: string
  /** The cues from the next one on, for when it is taken out. */
  ahead: string[]
}

export type FiredState = RundownPosition['fired'][number]['state']

export interface Fired {
  press: string
  environment: EnvironmentId
  rundown: string
  revision: number
  /** That the person saw. */
  position: number
  cue: Cue
  plannedAt?: string
  firedAt: string
  endedAt?: string
  state: FiredState
  firing: string
  by?: string
}

export interface Begun {
  cue: string
  /** Milliseconds since 1970. */
  firedAt: number
}

export function createPlaces(database: Pick<ProfileDatabase, 'statement'>) {
  const find = database.statement('SELECT * FROM rundown_places WHERE environment = ?')
  const put = database.statement(
    `INSERT INTO rundown_places (environment, run, rundown, position, now, moved_to, ahead) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (environment) DO UPDATE SET run = excluded.run, rundown = excluded.rundown, position = excluded.position,
       now = excluded.now, moved_to = excluded.moved_to, ahead = excluded.ahead`,
  )
  const drop = database.statement('DELETE FROM rundown_places WHERE environment = ?')
  const of = database.statement('SELECT environment FROM rundown_places WHERE rundown = ?')
  const insert = database.statement(
    `INSERT INTO rundown_fired (run, press, environment, rundown, revision, position, cue, planned_at, fired_at, state, firing, made_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const settle = database.statement('UPDATE rundown_fired SET state = ?, ended_at = ? WHERE firing = ?')
  const ofRun = database.statement('SELECT * FROM rundown_fired WHERE run = ? ORDER BY id')
  const begun = database.statement(
    "SELECT json_extract(cue, '$.id') AS cue, fired_at FROM rundown_fired WHERE run = ? ORDER BY id",
  )
  const lastOf = database.statement('SELECT * FROM rundown_fired WHERE run = ? ORDER BY id DESC LIMIT 1')
  const ofPress = database.statement('SELECT * FROM rundown_fired WHERE press = ?')
  const ofFiring = database.statement('SELECT * FROM rundown_fired WHERE firing = ?')
  const open = database.statement("SELECT * FROM rundown_fired WHERE state IN ('running', 'waiting') ORDER BY id")
  const between = database.statement(
    'SELECT * FROM rundown_fired WHERE environment = ? AND fired_at >= ? AND fired_at <= ? ORDER BY id',
  )

  const write = ({ environment, run, rundown, position, now, movedTo, ahead }: Place): void =>
    void put.run(environment, run, rundown, position, now ?? null, movedTo ?? null, JSON.stringify(ahead))

  return {
    find(environment: EnvironmentId): Place | undefined {
      const row = find.get(environment)
      return row && placeFrom(row)
    },
    put: write,
    drop: (environment: EnvironmentId): void => void drop.run(environment),
    /** Environments whose show has this rundown. */
    showing: (rundown: string): EnvironmentId[] =>
      of.all(rundown).map((row) => String(row.environment) as EnvironmentId),
    /** The next place with what is fired. Call it in a transaction. */
    step(place: Place, { press, environment, rundown, revision, position, cue, firedAt, ...fired }: Fired): void {
      write(place)
      insert.run(
        ...[place.run, press, environment, rundown, revision, position, JSON.stringify(cue)],
        ...[fired.plannedAt ?? null, firedAt, fired.state, fired.firing, fired.by ?? null],
      )
    },
    settled: (firing: string, state: FiredState, endedAt: string | undefined): void =>
      void settle.run(state, endedAt ?? null, firing),
    ofRun: (run: string): Fired[] => ofRun.all(run).map(firedFrom),
    /** Which cues were fired, and when. */
    begun: (run: string): Array<Begun> =>
      begun.all(run).map((row) => ({ cue: String(row.cue), firedAt: Date.parse(String(row.fired_at)) })),
    lastOf(run: string): Fired | undefined {
      const row = lastOf.get(run)
      return row && firedFrom(row)
    },
    ofPress(press: string): Fired | undefined {
      const row = ofPress.get(press)
      return row && firedFrom(row)
    },
    ofFiring(firing: string): Fired | undefined {
      const row = ofFiring.get(firing)
      return row && firedFrom(row)
    },
    /** Those whose end is not known. */
    open: (): Fired[] => open.all().map(firedFrom),
    between: (environment: EnvironmentId, from: string, to: string): Fired[] =>
      between.all(environment, from, to).map(firedFrom),
  }
}

export type Places = ReturnType<typeof createPlaces>

export const stateOf = ({ state }: Firing): FiredState => state

function placeFrom(row: Record<string, SqlValue>): Place {
  return {
    environment: String(row.environment) as EnvironmentId,
    run: String(row.run),
    rundown: String(row.rundown),
    position: Number(row.position),
    ...(typeof row.now === 'string' && { now: row.now }),
    ...(typeof row.moved_to === 'string' && { movedTo: row.moved_to }),
    ahead: JSON.parse(String(row.ahead)) as string[],
  }
}

function firedFrom(row: Record<string, SqlValue>): Fired {
  return {
    press: String(row.press),
    environment: String(row.environment) as EnvironmentId,
    rundown: String(row.rundown),
    revision: Number(row.revision),
    position: Number(row.position),
    cue: JSON.parse(String(row.cue)) as Cue,
    ...(typeof row.planned_at === 'string' && { plannedAt: row.planned_at }),
    firedAt: String(row.fired_at),
    ...(typeof row.ended_at === 'string' && { endedAt: row.ended_at }),
    state: String(row.state) as FiredState,
    firing: String(row.firing),
    ...(typeof row.made_by === 'string' && { by: row.made_by }),
  }
}
