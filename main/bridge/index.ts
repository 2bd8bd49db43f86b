import {
  catalogHandlers,
  credentialHandlers,
  environmentHandlers,
  platformNameHandlers,
  profileHandlers,
  rehearsalHandlers,
  settingsHandlers,
} from './domains.ts'
import { createPlatformReads } from '../core/access/platform-reads.ts'
import { createToldAnswers } from '../core/access/told-answers.ts'
import { accessHandlers } from './access.ts'
import { backupHandlers } from './backups.ts'
import { diagnosticsHandlers, profileFileHandlers, transferHandlers } from './maintenance.ts'
import { accountHandlers } from './account.ts'
import { broadcastHandlers } from './broadcast.ts'
import { encoderHandlers } from './encoder.ts'
import { commandHandlers } from './commands.ts'
import { connectionHandlers } from './connection.ts'
import { deskHandlers } from './desk.ts'
import { draftHandlers } from './drafts.ts'
import { exportHandlers } from './export.ts'
import type { Handlers, Services } from './handlers.ts'
import { alarmHandlers, firingHandlers } from './firing.ts'
import { fieldHandlers } from './fields.ts'
import { favouriteHandlers, historyHandlers, seenHandlers } from './history.ts'
import { learnedHandlers } from './learned.ts'
import { ledgerHandlers } from './ledger.ts'
import { limitHandlers } from './limits.ts'
import { liveHandlers } from './live.ts'
import { pictureHandlers } from './pictures.ts'
import { mailHandlers } from './mail.ts'
import { monitorHandlers } from './monitor.ts'
import { platformHandlers } from './platform.ts'
import { requestHandlers } from './requests.ts'
import { overlayHandlers } from './overlays.ts'
import { recordLookup } from './records.ts'
import { createRouter } from './router.ts'
import { rundownHandlers } from './rundown.ts'
import type { Bridge } from '../core/types.ts'
import { showGuard } from './show-guard.ts'
import { createTasks, taskHandlers } from './tasks.ts'
import { updateHandlers } from './updates.ts'
import { showHandlers, stageHandlers } from './show.ts'

/** The bridge over composed services, the same for each host and for tests. */
export function createBridge(services: Services): Bridge {
  const tasks = createTasks(services.events)
  const handlers: Handlers = {
    ...taskHandlers(tasks),
    'rpc.discover': async () => (await import('./openrpc.ts')).openRpc(),
    ...deskHandlers(services),
    ...catalogHandlers(),
    ...environmentHandlers(services),
    ...credentialHandlers(services),
    ...platformHandlers(services),
    ...ledgerHandlers(services),
    ...draftHandlers(services, tasks),
    ...rundownHandlers(services, tasks),
    ...connectionHandlers(services),
    ...liveHandlers(services),
    ...showHandlers(services),
    ...stageHandlers(services),
    ...broadcastHandlers(services),
    ...fieldHandlers(services),
    ...requestHandlers(services),
    ...historyHandlers(services),
    ...favouriteHandlers(services),
    ...seenHandlers(services),
    ...learnedHandlers(services, tasks),
    ...accountHandlers(services),
    ...limitHandlers(services),
    ...exportHandlers(services),
    ...rehearsalHandlers(services),
    ...settingsHandlers(services),
    ...profileHandlers(services),
    ...platformNameHandlers(services),
    ...backupHandlers(services),
    ...transferHandlers(services),
    ...profileFileHandlers(services, tasks),
    ...diagnosticsHandlers(services),
    ...pictureHandlers(),
    ...mailHandlers(services),
    ...accessHandlers(services),
    ...overlayHandlers(services),
    ...commandHandlers(services),
    ...updateHandlers(services),
    ...firingHandlers(services),
    ...alarmHandlers(services),
    ...encoderHandlers(services),
    ...monitorHandlers(services),
  }
  const told = createToldAnswers()
  const platformReads = createPlatformReads({
    clock: services.ports.clock,
    most: () => services.watching.budget().reserve,
  })
  return {
    call: createRouter(showGuard(services.show, handlers), {
      log: services.ports.log,
      mask: (text) => services.redactor.text(text),
      grants: {
        selected: () => services.environments.selected(),
        records: recordLookup({ ...services, told }),
        take: (method) => platformReads.take(method),
        told: (grant, result) => told.tell(grant, result),
      },
    }),
    subscribe: (listener) => services.events.subscribe(listener),
  }
}
