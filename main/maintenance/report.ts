// The content of a bug report (docs/profile-file.md), which names no person and no platform.
import { defined } from '#contract/defined.ts'
import { readdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { arch, homedir, platform, release } from 'node:os'
import type { Json } from '#contract/json.ts'
import type { LogLine } from '#contract/maintenance.ts'
import type { Connection, DeskInfo, Environment, Gate, LedgerCounts } from '#contract/models.ts'
import type { Settings } from '#contract/settings.ts'
import type { Redactor } from '../core/keychain/types.ts'
import type { Keychain } from '../core/ports.ts'
import { layoutOf } from '../core/storage/layout.ts'
import type { ProfileDatabase } from '../core/storage/types.ts'
import { unknownsOf } from './unknowns.ts'

export interface ReportParts {
  profile: string
  version: string
  host: DeskInfo['host']
  startedAt: string
  keychain: Pick<Keychain, 'backend' | 'reason'>
  database: Pick<ProfileDatabase, 'statement' | 'backups'>
  environments: () => Environment[]
  settings: () => Settings
  states: () => { connection: Connection; gates: Gate[]; counts: LedgerCounts }
}

/** The caller masks it. */
export async function reportOf(parts: ReportParts, at: string, log: LogLine[]): Promise<Record<string, unknown>> {
  const { electron, chrome } = process.versions as Partial<Record<string, string>>
  const { keychain, settings } = parts
  const { theme, density, language, hours, authOverrides } = settings()
  return {
    format: 'showdesk-diagnostics',
    version: 1,
    createdAt: at,
    startedAt: parts.startedAt,
    versions: {
      app: parts.version,
      node: process.versions.node,
      ...defined({ electron, chromium: chrome }),
    },
    system: { platform: platform(), arch: arch(), release: release(), host: parts.host },
    states: parts.states(),
    keychain: { backend: keychain.backend, ...defined({ reason: keychain.reason }) },
    storage: await storageOf(parts),
    environments: parts.environments().map(environmentOf),
    settings: { theme, density, language, hours, authOverrides },
    unknown: unknownsOf(parts.database),
    log,
  }
}

/** Masks known secrets, the home folder and the platform's addresses. */
export function maskedText(
  report: Record<string, unknown>,
  redactor: Pick<Redactor, 'json' | 'text'>,
  environments: Environment[],
): string {
  let text = JSON.stringify(redactor.json(JSON.parse(JSON.stringify(report)) as Json), null, 2)
  const names: Array<[string, string]> = environments.flatMap(({ id, baseUrl }) => {
    const url = urlOf(baseUrl)
    return url === undefined || isHere(url) || !url.hostname.includes('.') ? [] : [[url.hostname, `<host of ${id}>`]]
  })
  const home = JSON.stringify(homedir()).slice(1, -1)
  if (home.length > 3) names.push([home, '~'])
  for (const [name, stand] of names) text = text.replaceAll(name, stand)
  return redactor.text(text)
}

async function storageOf({ profile, database }: ReportParts): Promise<Record<string, unknown>> {
  const { database: file } = layoutOf(profile)
  const disk = await statfs(profile).catch(() => undefined)
  return {
    migration: Number(database.statement('PRAGMA user_version').get()?.user_version),
    databaseBytes: bytesOf(file),
    walBytes: bytesOf(`${file}-wal`),
    ...(disk !== undefined && { diskFreeBytes: disk.bavail * disk.bsize }),
    damagedFiles: entries(layoutOf(profile).damaged),
    backups: database.backups().map(({ label, at, bytes }) => ({ label, at: new Date(at).toISOString(), bytes })),
    rows: Object.fromEntries(
      ['drafts', 'draft_revisions', 'intents', 'profiles'].map((table) => [
        table,
        Number(database.statement(`SELECT count(*) AS n FROM ${table}`).get()?.n),
      ]),
    ),
  }
}

function environmentOf({ id, baseUrl, selected, configured }: Environment): Record<string, unknown> {
  const url = urlOf(baseUrl)
  return {
    id,
    selected,
    configured,
    ...(url === undefined
      ? {}
      : { https: url.protocol === 'https:', thisMachine: isHere(url), path: url.pathname !== '/' }),
  }
}

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)
const isHere = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function entries(folder: string): number {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder).length : 0
}
