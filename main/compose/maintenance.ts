// The care of a profile, composed: backups, files to carry it elsewhere, diagnostics, and the sweep for secrets at rest.
import { join } from 'node:path'
import { createFaults } from '../core/profile/faults.ts'
import type { Environments } from '../platform/environments/environments.ts'
import type { Notices } from '../core/profile/notices.ts'
import type { SettingsStore } from '../core/profile/settings.ts'
import type { Drafts } from '../writing/drafts/types.ts'
import type { ValueRedactor } from '../core/keychain/redact.ts'
import { withoutSecrets } from '../platform/ledger/secrets.ts'
import type { Ledger } from '../platform/ledger/types.ts'
import type { Reachability } from '../air/live/types.ts'
import { createBackups } from '../maintenance/backups.ts'
import { createDiagnostics } from '../maintenance/diagnostics.ts'
import { createProfileFile } from '../maintenance/profile-file.ts'
import type { ReadProfile } from '../maintenance/profile-file/reader.ts'
import type { ProfileLog } from '../maintenance/profile-log.ts'
import { createSweep } from '../maintenance/sweep.ts'
import { createTransfers } from '../maintenance/transfers.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import { isoNow, type Clock, type Keychain, type Log, type Ports } from '../core/ports.ts'
import type { Rundowns } from '../air/rundown/index.ts'
import type { ProfileDatabase } from '../core/storage/types.ts'

interface Parts {
  ports: Ports
  database: ProfileDatabase
  settings: SettingsStore
  redactor: ValueRedactor
  vault: Parameters<typeof withoutSecrets>[1]['vault']
  operations: Parameters<typeof withoutSecrets>[1]['operations']
  keychain: Keychain
  environments: Environments
  reachability: Reachability
  client: PlatformClient
  ledger: Ledger
  drafts: Drafts
  rundowns: Rundowns
  notices: Notices
  clock: Clock
  log: Log
  profileLog: ProfileLog
  version: string
  startedAt: string
  readProfile: ReadProfile
}

export function composeCare(parts: Parts) {
  const { ports, database, settings, redactor, vault, operations, keychain, environments, clock, log, version } = parts
  const { drafts, rundowns, reachability, client, ledger, notices, profileLog, startedAt } = parts
  const transfers = createTransfers({ folder: join(ports.profile, 'transfers'), clock })
  ledger.onUnkept(({ id, operation }) =>
    notices.add({
      id: `not-kept-${id}`,
      level: 'warning',
      code: 'stop_not_kept',
      facts: { operation: operations.get(operation)?.name ?? operation },
      at: isoNow(clock),
    }),
  )
  return {
    faults: createFaults({ notices, redactor, clock, log }),
    transfers,
    backups: createBackups(database),
    profileFile: createProfileFile({ database, transfers, redactor, clock, log, version, read: parts.readProfile }),
    profileSweep: createSweep({
      database,
      settings,
      redactor,
      move: {
        draft: (draft) => drafts.withoutSecrets(draft),
        rundown: (rundown) => rundowns.withoutSecrets(rundown),
        intent: (intent) => withoutSecrets(intent, { vault, operations }),
      },
      clock,
      log,
      onDrafts: () => drafts.refresh(),
      onRundowns: () => rundowns.refresh(),
      notify: (notice) => notices.add(notice),
    }),
    diagnostics: createDiagnostics({
      profile: ports.profile,
      version,
      host: ports.host,
      startedAt,
      keychain,
      database,
      environments: () => environments.list(),
      settings: () => settings.get(),
      states: () => ({
        connection: reachability.connection(environments.selected()),
        gates: client.gates(),
        counts: ledger.counts(),
      }),
      log: profileLog,
      transfers,
      redactor,
      clock,
    }),
  }
}
