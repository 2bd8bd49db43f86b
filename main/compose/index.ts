// The backend over one open profile: every part made once, in the order in which they need each other.
import { join } from 'node:path'
import { messageOf } from '#contract/errors.ts'
import { environmentIds, type EnvironmentId } from '#contract/models.ts'
import { statusOperation } from '#answers/stream-status.ts'
import type { Access } from '../core/access/service.ts'
import type { AppOptions, Backend, Restartable } from '../core/types.ts'
import { createBridge } from '../bridge/index.ts'
import { composeCare } from './maintenance.ts'
import { composeCommands } from './commands.ts'
import { composeRequests } from './requests.ts'
import { composeRundowns } from './rundowns.ts'
import { createLogTee, createProfileLog } from '../maintenance/profile-log.ts'
import { createAnnouncer } from '../core/announce.ts'
import { bindCredentials, createHasSecrets, createProviderSecrets } from '../platform/environments/bound-credentials.ts'
import { createEnvironments } from '../platform/environments/environments.ts'
import { createEvents } from '../core/events.ts'
import { createFieldChoices } from '../platform/environments/field-choices.ts'
import { createStatusWords } from '../platform/environments/status-words.ts'
import { createLinks } from '../bridge/links.ts'
import { createNotices, noteDamagedAccess, noteSuspended, offerToMeet } from '../core/profile/notices.ts'
import { createOrigins } from '../platform/environments/origins.ts'
import { createPlatformNames } from '../platform/environments/platform-names.ts'
import { createProfiles } from '../core/profile/profiles.ts'
import { createRehearsalControl } from '../platform/environments/rehearsal-control.ts'
import { createSettings } from '../core/profile/settings.ts'
import { takeStart } from '../platform/environments/start.ts'
import { createUpdates } from '../maintenance/updates.ts'
import { createClientCredentials } from '../platform/environments/client-credentials.ts'
import { createDrafts } from '../writing/drafts/index.ts'
import { createEncoders } from '../air/encoder/index.ts'
import { createAtRest } from '../core/keychain/at-rest.ts'
import { createCredentials } from '../core/keychain/credentials.ts'
import { watchKnownSecrets, listeningKeychain } from '../core/keychain/known-secrets.ts'
import { createRedactor } from '../core/keychain/redact.ts'
import { createVault, createVaultIndex } from '../core/keychain/vault.ts'
import { createLedger } from '../platform/ledger/index.ts'
import { createFileReader } from '../bridge/worker/files.ts'
import { createLargeThread } from '../bridge/worker/thread.ts'
import { createMailCompiler } from '../writing/mail/thread.ts'
import { createTestMails } from '../writing/mail/test-mails.ts'
import { createBroadcasts } from '../air/live/broadcast.ts'
import { followPlatformTime } from '../air/live/platform-time.ts'
import { createReachability } from '../air/live/reachability.ts'
import { createSeenOnAir } from '../air/live/seen-on-air.ts'
import { createWatching } from '../air/live/watching.ts'
import { createMonitor } from '../air/monitor/index.ts'
import { openingShow } from '../platform/rehearsal/opening-show.ts'
import { createOverlays } from '../air/overlays/index.ts'
import { operations } from '../platform/catalog/index.ts'
import { createClient, defaultLimits } from '../platform/client/index.ts'
import { isoNow, type Ports } from '../core/ports.ts'
import { createShow, createShows } from '../air/show/index.ts'
import { openProfile } from '../core/storage/index.ts'

/** How long a stop waits for running requests; the others are unknown at the next start. */
const stopGraceMs = 3_000

/** `restart` opens all of this again. Throws as `createApp`. */
export async function compose(
  ports: Ports,
  options: AppOptions,
  access: Access,
  restart: Restartable['restart'],
): Promise<Backend> {
  const { clock } = ports
  const { keychain, onAnswer } = listeningKeychain(ports.keychain)
  const redactor = createRedactor()
  const profileLog = createProfileLog({ folder: join(ports.profile, 'logs'), redactor, clock })
  const log = createLogTee(ports.log, profileLog)
  const database = await openProfile({ folder: ports.profile, clock, log, isSecret: redactor.holdsAtRest })
  try {
    const events = createEvents()
    const settings = createSettings(database, (value) => atRest.refuse(value))
    const atRest = createAtRest({ redactor, keychain, settings })
    const notices = createNotices(database, (notice) => events.emit('desk.notice', notice))
    const rehearsal = createRehearsalControl({
      operations,
      clock,
      log,
      wanted: () => environments.selected() === 'rehearsal' && environments.configured('rehearsal') === '',
      onStart: () => environmentsChanged(),
      onChange: (state) => events.emit('rehearsal.changed', state),
    })
    const environments = createEnvironments({
      settings,
      embedded: () => rehearsal.baseUrl(),
      onChange: () => environmentsChanged(),
    })
    const environmentsChanged = () => {
      events.emit('environments.changed', { environments: environments.list() })
      reachability.follow()
      watching.changed()
    }
    const stored = createCredentials({ keychain, clock, log, redactor })
    const providerSecrets = createProviderSecrets(database)
    const hasSecrets = createHasSecrets(stored, providerSecrets)
    const origins = createOrigins({ keychain, environments, settings, clock, hasSecrets })
    const credentials = bindCredentials({ credentials: stored, origins, hasSecrets, providerSecrets })
    const vault = createVault({ keychain, redactor, index: createVaultIndex(database) })
    const clientCredentials = createClientCredentials({ environments, origins, settings, credentials, vault, redactor })
    const large = createLargeThread({ redactor, clock, log })
    const files = createFileReader({ redactor, operations, clock, log })
    const mailCompiler = createMailCompiler(clock)
    const onChange = events.emit.bind(events, 'words.changed')
    const statusWords = createStatusWords({ settings, clock, onChange })
    const client = createClient({
      operations,
      clock,
      log,
      version: options.version,
      surroundings: { ...clientCredentials, taught: (environment) => statusWords.taught(environment) },
      large,
    })
    followPlatformTime({ client, environments, provenTime: database.provenTime })
    const shows = createShows(database)
    // While nobody is at the machine, keys stay in memory only as long as the broadcast.
    let away = false
    const seenOnAir = createSeenOnAir({
      onEnd: () => {
        if (away) credentials.drop(mayBeOnAir)
      },
      taught: (environment) => choiceOf(environment, statusOperation)?.airWords,
    })
    const mayBeOnAir = (environment: EnvironmentId): boolean =>
      shows.running()?.environment === environment || seenOnAir.at(environment) !== undefined
    const watching = createWatching({
      ...{ client, operations, environments, settings, clock, log },
      onAir: () => shows.running()?.environment === environments.selected(),
    })
    const reachability = createReachability({
      ...{ client, environments, settings, clock, log },
      waits: (environment) => ledger.waits(environment),
      affordable: () => watching.affordable(),
      random: Math.random,
    })
    await takeStart(options, { showIsOn: shows.running() !== undefined, environments, origins, log })
    const fieldChoices = createFieldChoices({
      settings,
      operations,
      clock,
      onChange: (change) => events.emit('fields.changed', change),
    })
    const choiceOf = (environment: EnvironmentId, operation: string) =>
      fieldChoices.list(environment).find((choice) => choice.operation === operation)
    const ledger = createLedger({
      database,
      client,
      operations,
      choiceOf,
      taught: (environment) => statusWords.taught(environment),
      vault,
      clock,
      log,
      environment: () => environments.selected(),
      asked: (environment) => reachability.asks(environment),
      affordable: () => watching.affordable(),
      // An API key does not say whose it is.
      account: (environment, { product, auth }) =>
        clientCredentials.scheme(product, auth) === 'session' ? requestSide.account.accountId(environment) : undefined,
      redact: (value) => redactor.json(value),
      recordTitle: (environment, resource, id) => requestSide.seen.titleOf(environment, resource, id),
    })
    ledger.pause(reachability.connection(environments.selected()).sending === 'paused')
    const drafts = createDrafts({
      ...{ database, vault, redactor, atRest, ledger, operations, clock, log },
      readFile: files.drafts,
    })
    const requestSide = composeRequests({
      database,
      client,
      ledger,
      credentials,
      environments,
      settings,
      redactor,
      operations,
      events,
      clock,
      log,
      describeElsewhere: (body, type, isCut, plain) => large.describe(body, type, isCut, defaultLimits.depth, plain),
    })

    const broadcasts = createBroadcasts({
      settings,
      atRest,
      opening: (id) =>
        id === 'rehearsal' && environments.configured(id) === '' ? openingShow(clock.now()) : undefined,
      onChange: (broadcast) => events.emit('broadcast.changed', broadcast),
    })
    const show = createShow({
      shows,
      broadcast: broadcasts.get,
      choiceOf,
      atRest,
      database,
      environments,
      operations,
      surroundings: clientCredentials,
      credentials,
      origins,
      keychain,
      client,
      reachability,
      drafts,
      encoder: {
        read: () => encoders.read(),
        scenes: (environment) => firings.scenes(environment),
      },
      rundown: (environment) => rundowns.planned(environment),
      profile: ports.profile,
      cues: (environment, from, to) => rundowns.show.cues(environment, from, to),
      clock,
      log,
      onChange: (state) => {
        events.emit('show.changed', state)
        watching.changed()
        if (away) credentials.drop(mayBeOnAir)
      },
    })

    const live = { events, environments, watching, broadcast: broadcasts.get, choiceOf, reachability, clock, log }
    const overlays = createOverlays({ ...live, position: (environment) => rundowns.show.position(environment) })
    const monitor = createMonitor({
      ...{ settings, client, environments, choiceOf, shows, events, clock },
      broadcast: broadcasts.get,
    })
    const profiles = createProfiles({ database, vault, atRest, clock })
    const encoders = createEncoders({ settings, vault, ledger, clock, log })
    const commandSide = composeCommands({
      ...live,
      database,
      encoders,
      newestOfEncoder: (environment) => encoders.newest(environment),
      mayBeOnAir,
      ledger,
      drafts,
      client,
      credentials,
      rehearsal,
      settings,
      profiles,
      showIsOn: () => shows.running()?.environment === environments.selected(),
      access,
      operations,
    })
    const { firings } = commandSide
    const rundowns = composeRundowns({
      ...{ ...live, database, vault, redactor, atRest, operations, ledger, client, credentials, clientCredentials },
      firings,
      encoders,
      readFile: files.rundown,
    })
    const updates = createUpdates({
      updater: ports.updater,
      settings,
      notices,
      events,
      showIsOn: () => shows.running() !== undefined,
      clock,
      log,
    })
    const startedAt = isoNow(clock)
    const unfollow = access.onChange((state) => events.emit('access.changed', state))
    noteDamagedAccess({ notices, log }, access.damaged, startedAt)
    const unheard = access.onSuspend((facts) => noteSuspended(notices, facts, isoNow(clock)))
    const announcer = createAnnouncer(clock, (intent) =>
      events.emit('ledger.changed', { intent, counts: ledger.counts() }),
    )
    ledger.onChange((intent) => announcer.changed(intent))
    ledger.onChange(({ environment }) => reachability.queueChanged(environment))
    drafts.onChange((change) => events.emit('drafts.changed', change))
    watching.onValue((value) => {
      seenOnAir.take(value)
      show.take(value)
      events.emit('live.value', value)
    })
    watching.onBudget((budget) => events.emit('live.budget', budget))
    client.onGates((gates) => events.emit('limits.changed', { gates }))
    reachability.onChange((now) => {
      events.emit('connection.changed', now)
      ledger.pause(now.sending === 'paused')
      if (now.state === 'reachable') ledger.wake()
    })
    credentials.onChange((environment, states) => {
      offerToMeet(notices, environment, states, clock.now())
      events.emit('credentials.changed', { environment, backend: keychain.backend, credentials: states })
      events.emit('limits.changed', { gates: client.gates() })
      watching.credentialsChanged(environment)
      ledger.wake()
    })

    keychain.onUnlocked?.(() => {
      for (const { id } of environments.list()) void credentials.status(id).then(() => encoders.unlocked())
    })
    origins.onConfirm((environment) => {
      void credentials.status(environment).then((status) => events.emit('credentials.changed', status))
      watching.credentialsChanged(environment)
      ledger.wake()
    })
    const care = composeCare({
      ...{
        ports,
        database,
        settings,
        redactor,
        vault,
        operations,
        keychain,
        environments,
        reachability,
        client,
        ledger,
      },
      ...{ drafts, rundowns, notices, clock, log, profileLog, version: options.version, startedAt },
      readProfile: files.profile,
    })
    const knowing = watchKnownSecrets({
      clock,
      log,
      learn: [() => atRest.open(), () => credentials.learnAll(), () => vault.learnAll()],
      onAnswer,
      onKnown: () => void care.profileSweep.run(),
    })

    await rehearsal.follow()
    care.profileSweep.begin()
    knowing.start()
    ledger.start()
    encoders.start()
    firings.start()
    drafts.start()
    rundowns.start()
    requestSide.start()
    reachability.start()

    const testMails = createTestMails({
      folder: join(ports.profile, 'test-mails'),
      clock,
      log,
      openFile: ports.openFile,
    })
    const bridge = createBridge({
      ports: { ...ports, log },
      version: options.version,
      startedAt,
      events,
      operations,
      settings,
      environments,
      origins,
      hasSecrets,
      credentials,
      redactor,
      atRest,
      client,
      reachability,
      ledger,
      watching,
      overlays,
      monitor,
      updates,
      show,
      broadcasts,
      ...commandSide,
      encoders,
      fieldChoices,
      statusWords,
      drafts,
      rundowns,
      testMails,
      ...requestSide,
      rehearsal,
      profiles,
      platformNames: createPlatformNames(settings),
      notices,
      ...care,
      readTaught: files.taught,
      mailCompiler,
      restart,
      access,
    })

    const openLink = createLinks({
      operations,
      notices,
      clock,
      onAir: () => shows.running() !== undefined,
      onOpen: (link) => events.emit('desk.link', link),
    })
    const drop = (keep?: typeof mayBeOnAir) => {
      credentials.drop(keep)
      origins.drop()
      vault.drop()
      large.drop()
      requestSide.drop()
    }
    const wake = () => {
      watching.resumed()
      reachability.online()
    }
    let closing: Promise<void> | undefined
    const stops: Array<() => unknown> = [
      unfollow,
      unheard,
      ...[knowing, commandSide, encoders, care.profileSweep, mailCompiler, overlays, monitor, updates, watching].map(
        (part) => () => part.stop(),
      ),
      ...[files, show, reachability, drafts, rundowns, testMails].map((part) => () => part.stop()),
      () => ledger.stop(stopGraceMs),
      () => announcer.flush(),
      () => requestSide.stop(),
      () => client.close(),
      () => rehearsal.close(),
      () => drop(),
    ]
    const close = async () => {
      // The profile is closed whatever a part of the desk is in.
      for (const stop of stops)
        await new Promise((done) => done(stop())).catch((error: unknown) =>
          log.write('error', 'A part of the desk did not stop cleanly.', { reason: redactor.text(messageOf(error)) }),
        )
      database.close()
      await profileLog.close()
    }
    if (options.reopened) care.faults.reopened()
    return {
      bridge,
      drop() {
        away = true
        drop(mayBeOnAir)
      },
      resumed() {
        away = false
        wake()
      },
      openLink,
      fault: (error) => care.faults.met(error),
      isNeeded: () => environmentIds.some(mayBeOnAir),
      monitor: monitor.answer,
      close: () => (closing ??= close()),
    }
  } catch (error) {
    database.close()
    await profileLog.close()
    throw error
  }
}
