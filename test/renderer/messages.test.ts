import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { alarmCodes } from '#contract/air/alarms.ts'
import { commandModes, commandNames, overlayKinds, pollCommands } from '#contract/access-kinds.ts'
import { encoderOperations } from '#contract/air/encoder.ts'
import { firingKinds, firingStates, stepStates } from '#contract/air/firing.ts'
import { cueColours, cueFields, dryRunCodes, rowProblems } from '#contract/air/rundown.ts'
import { onAirCodes, softwareCodes } from '#contract/air/on-air.ts'
import { certainties, readingReasons } from '#answers/answer.ts'
import { fieldReasons } from '#answers/understand.ts'
import { bridgeMethods } from '#contract/bridge.ts'
import { linkProblems, noticeCodes } from '#contract/notice-reasons.ts'
import { deedCodes } from '#contract/deeds.ts'
import { deskErrorCodes, platformErrorCodes } from '#contract/errors.ts'
import { jsonProblemKinds, syntaxReasons } from '../../renderer/kit/components/text/json-check.ts'
import { charsets } from '../../renderer/kit/composables/reading/charset.ts'
import { errorReasons, evidenceCodes, evidenceNexts, fieldReasons as problemReasons } from '#contract/reasons.ts'
import { credentialKinds, environmentIds, faultKinds, intentStates } from '#contract/models.ts'
import { armTasks } from '#contract/settings.ts'
import { showCheckCodes, showCheckIds, wordMeanings } from '#contract/live.ts'
import { authSchemes } from '#contract/operation.ts'
import { describeOperations, operations } from '../../main/platform/catalog/index.ts'
import { schemaKey } from '../../renderer/kit/base/schema-words.ts'
import { dockPanels } from '#contract/docks.ts'
import { encoderLooks } from '../../renderer/air/encoder/status.ts'
import { settingsSections } from '../../renderer/kit/composables/settings-sections.ts'
import { tourSteps } from '../../renderer/kit/composables/task/useTour.ts'
import { dockRefusals } from '../../renderer/air/dock/refusal.ts'
import { i18n, languages, loadMessages, messageFiles } from '../../renderer/kit/i18n.ts'
import { purposes } from '../../renderer/views/settings/model/purposes.ts'
import { views } from '../../renderer/views/index.ts'

beforeAll(() => loadMessages(messageFiles))
const te = (key: string): boolean => i18n.global.te(key)
/** A message, or the beginning of the keys below it. */
const stands = (key: string): boolean => te(key) || Object.keys(i18n.global.tm(key)).length > 0
/** Methods and events of the bridge look alike. */
const isBridge = (key: string): boolean =>
  Object.hasOwn(bridgeMethods, key) ||
  /\.changed$/.test(key) ||
  ['live.value', 'live.budget', 'limits.products'].includes(key)
const renderer = resolve(import.meta.dirname, '../../renderer')
const files = globSync('{air,frame,kit,records,views,writing}/**/*.{ts,vue}', {
  cwd: renderer,
})
const keyPattern = new RegExp(`'((?:${messageFiles.join('|')})\\.[A-Za-z0-9_.]+)'`, 'g')
const keysIn = (text: string): string[] => [...text.matchAll(keyPattern)].map(([, key]) => key ?? '')

// A key without a message shows itself to the audience's operator.
test('every message that a screen names is there', () => {
  const missing = files.flatMap((file) =>
    keysIn(readFileSync(resolve(renderer, file), 'utf8'))
      .filter((key) => !stands(key) && !isBridge(key))
      .map((key) => `${file}: ${key}`),
  )
  expect(missing).toEqual([])
})

// Keys that are put together at run time escape the test above.
test('every word of the contract has its message', () => {
  const keys = [
    ...[...platformErrorCodes, ...deskErrorCodes, 'link_lost'].flatMap((code) =>
      ['what', 'next'].map((part) => `errors.code.${code}.${part}`),
    ),
    ...errorReasons.flatMap((reason) => ['what', 'next'].map((part) => `reasons.error.${reason}.${part}`)),
    ...problemReasons.map((reason) => `reasons.field.${reason}`),
    ...evidenceCodes.map((code) => `evidence.${code}`),
    ...['change', 'file', 'backup', 'preview', 'restore', 'undo', 'opening'].map((lost) => `errors.lost.${lost}`),
    ...evidenceNexts.map((next) => `evidence.then.${next}`),
    ...showCheckCodes.filter((code) => code !== 'queue' && code !== 'credentials').map((code) => `checks.${code}`),
    ...['unknown', 'leaving', 'leaving_paused', 'held', 'sending'].map((part) => `checks.queue.${part}`),
    ...['kept', 'in_memory', 'practice', 'no_longer', 'absent', 'unreadable'].map(
      (found) => `checks.credential.${found}`,
    ),
    ...credentialKinds.map((kind) => `checks.kind.${kind}`),
    ...showCheckIds.map((id) => `frame.show.check.id.${id}`),
    ...['ok', 'warn', 'fail'].map((state) => `frame.show.check.${state}`),
    ...['live', 'paused', 'off', 'stopped'].flatMap((state) => [`frame.show.air.${state}`, `frame.air.${state}`]),
    ...['refunded', 'refund_requested', 'refund_processed'].map((code) => `frame.show.report.${code}`),
    ...['stream', 'poll', 'link'].flatMap((part) =>
      ['title', 'more', 'placeholder', 'empty'].map((word) => `prepare.${part}.${word}`),
    ),
    ...['found', 'absent', 'locked', 'denied', 'unavailable', 'timed_out', 'too_large'].map(
      (state) => `checks.trouble.${state}`,
    ),
    ...noticeCodes.map((code) => `notices.${code}`),
    ...linkProblems.map((why) => `notices.link.${why}`),
    ...tourSteps.map((step) => `live.tour.step.${step}`),
    ...['guides', 'news', 'tour'].map((pane) => `frame.help.${pane}.label`),
    ...intentStates.map((state) => `common.state.${state}`),
    ...[
      ...deedCodes.filter((code) => code !== 'record').map((code) => `deeds.code.${code}`),
      ...['create', 'update', 'delete', 'act'].map((kind) => `deeds.record.${kind}`),
    ].flatMap((key) => [`${key}.done`, `${key}.do`]),
    ...[...intentStates, 'absent'].map((state) => `deeds.state.${state}`),
    ...[...operations.values()]
      .filter(({ kind }) => kind !== 'read')
      .map(({ resource }) => `deeds.noun.${resource.replaceAll('/', '_').toLowerCase()}`),
    ...syntaxReasons.map((reason) => `common.json.syntax.${reason}`),
    ...[...jsonProblemKinds.filter((kind) => kind !== 'syntax'), 'not_an_object', 'not_plain'].map(
      (kind) => `common.json.problem.${kind}`,
    ),
    ...['publishing', 'studio'].flatMap((list) =>
      ['new', 'bin', 'first.title', 'first.text'].map((part) => `${list}.${part}`),
    ),
    ...charsets.map((charset) => `common.charset.${charset}`),
    ...environmentIds.map((id) => `common.environment.${id}`),
    ...authSchemes.map((scheme) => `common.auth.${scheme}`),
    ...faultKinds.flatMap((kind) => [`settings.fault.kind.${kind}`, `settings.fault.meaning.${kind}`]),
    ...credentialKinds.flatMap((kind) => [`settings.credential.secret.${kind}`, `settings.credential.name.${kind}`]),
    ...['found', 'absent', 'locked', 'denied', 'unavailable', 'timed_out', 'too_large'].map(
      (state) => `settings.credential.state.${state}`,
    ),
    ...['read', 'edit', 'onair', 'money', 'destroy'].flatMap((risk) => [
      `common.risk.${risk}.word`,
      `common.risk.${risk}.meaning`,
    ]),
    ...['read', 'create', 'update', 'delete', 'act'].map((kind) => `common.kind.${kind}`),
    ...['keytar', 'keyring', 'memory'].map((backend) => `frame.keychain.${backend}`),
    ...[
      'sent',
      'answered',
      'cut',
      'timed_out',
      'not_sent',
      'read',
      'waiting',
      'resolved',
      'restarted',
      'restored',
      'held',
      'released',
      'moved',
      'edited',
    ].map((event) => `activity.evidence.${event}`),
    ...['reachable', 'unreachable', 'unknown'].map((state) => `frame.connection.${state}`),
    ...['askedAgain', 'askedNow', 'askingPaused', 'sendingPaused'].map((next) => `frame.connection.offline.${next}`),
    ...['sending', 'probing'].flatMap((id) =>
      ['on', 'paused', 'help', 'pause', 'resume'].map((word) => `frame.connection.${id}.${word}`),
    ),
    ...armTasks.map((task) => `frame.arm.${task}`),
    ...commandNames.map((command) => `frame.armed.${command}`),
    ...['read', 'edit', 'onair', 'money', 'destroy'].map((risk) => `common.sending.refused.${risk}`),
    ...purposes.flatMap((purpose) =>
      ['name', 'label', 'about', 'may', 'never'].map((word) => `access.purpose.${purpose}.${word}`),
    ),
    ...dockPanels.flatMap((panel) => [`access.panel.${panel}`, `access.panelName.${panel}`, `dock.panel.${panel}`]),
    ...overlayKinds.map((kind) => `access.overlayName.${kind}`),
    ...commandNames.map((command) => `access.command.${command}`),
    ...pollCommands.map((command) => `live.poll.command.${command}`),
    ...commandModes.flatMap((mode) => [
      `access.grant.operate.${mode}`,
      `access.mode.${mode}.label`,
      `access.mode.${mode}.about.dock`,
      `access.mode.${mode}.about.controller`,
    ]),
    ...['read', 'draft'].map((scope) => `access.scope.${scope}`),
    ...['port_taken', 'port_forbidden', 'failed'].flatMap((fault) => [
      `access.fault.${fault}.what`,
      `access.fault.${fault}.next`,
    ]),
    ...['renew', 'revoke'].flatMap((what) => ['title', 'text', 'now'].map((word) => `access.${what}.${word}`)),
    ...dockRefusals.flatMap((why) => [`dock.refused.${why}.what`, `dock.refused.${why}.next`]),
    ...settingsSections.flatMap(({ id }) => [`settings.section.${id}`, `settings.help.${id}`]),
    ...['offline', 'gate', 'order', 'held', 'paused'].map((reason) => `activity.waiting.${reason}`),
    ...certainties.map((certainty) => `meet.certainty.${certainty}`),
    ...fieldReasons.map((reason) => `meet.why.${reason}`),
    ...readingReasons.map((reason) => `resources.reading.why.${reason}`),
    ...['accepted', 'unclear', 'means'].map((meaning) => `payments.unknown.${meaning}`),
    ...['gate', 'halted', 'stopped', 'done'].map((phase) => `meet.phase.${phase}`),
    ...wordMeanings.map((means) => `meet.words.${means}`),
    ...['waiting', 'reading', 'failed'].map((state) => `meet.state.${state}`),
    ...['resource', 'list', 'id', 'title', 'status', 'amounts', 'dates'].map((part) => `meet.part.${part}`),
    ...encoderOperations.map((operation) => `encoder.step.${operation.replace(':', '_')}`),
    ...['start', 'stop', 'mark', 'wait', 'sending', 'live', 'notLive', 'notSending'].map(
      (step) => `encoder.step.${step}`,
    ),
    ...stepStates.map((state) => `encoder.stepState.${state}`),
    ...firingStates.map((state) => `encoder.both.state.${state}`),
    ...firingKinds.map((kind) => `encoder.both.firing.${kind}`),
    ...['step_failed', 'step_unknown', 'clock_moved', 'no_progress', 'by_person', 'desk_stopped', 'hold_needed'].map(
      (because) => `encoder.both.because.${because}`,
    ),
    ...Object.keys(encoderLooks).map((status) => `encoder.status.${status}`),
    ...['off', 'connecting', 'refused', 'unreachable', 'unsupported'].map((link) => `encoder.why.${link}`),
    ...alarmCodes.flatMap((code) => [`onair.alarm.${code}`, `onair.next.${code}`]),
    ...onAirCodes.map((code) => `onair.sentence.${code}`),
    ...softwareCodes.map((code) => `onair.sentence.software.${code}`),
    ...['cue', 'group', 'note'].flatMap((kind) => [
      `rundown.kind.${kind}`,
      `rundown.untitled.${kind}`,
      `rundown.field.title.${kind}`,
    ]),
    ...['shows', 'templates', 'bin'].map((group) => `rundown.group.${group}`),
    ...['cue', 'dry', 'history'].map((tab) => `rundown.tab.${tab}`),
    ...['up', 'down', 'copyCue', 'removeCue'].map((act) => `rundown.act.${act}`),
    ...cueColours.map((colour) => `rundown.colour.${colour}`),
    ...['operation', 'encoder', 'destination', 'mark', 'wait', 'seen'].map((kind) => `rundown.step.kind.${kind}`),
    ...encoderOperations
      .filter((operation) => operation !== 'encoder:chapter')
      .map((operation) => `rundown.step.encoder.${operation.replace('encoder:', '')}`),
    ...['start', 'stop'].map((act) => `rundown.step.destination.${act}`),
    ...dryRunCodes.map((code) => `rundown.finding.${code}`),
    ...['fails', 'attention', 'ok'].map((state) => `rundown.dry.state.${state}`),
    ...cueFields.map((field) => `rundown.import.field.${field}`),
    ...rowProblems.map((problem) => `rundown.import.wrong.${problem}`),
    ...['added', 'changed', 'same'].map((change) => `rundown.import.is.${change}`),
    ...['title', 'environment', 'template'].map((field) => `rundown.change.own.${field}`),
    ...[
      ...['title', 'kind', 'note', 'colour', 'at', 'durationMs', 'linked', 'skip', 'steps'],
      'cues',
      'name',
      'action',
    ].map((field) => `rundown.change.field.${field}`),
    ...['next', 'running', 'waiting', 'done', 'stopped', 'passed', 'coming'].map((state) => `live.go.state.${state}`),
    ...['running', 'waiting', 'done', 'stopped'].map((state) => `dock.go.${state}`),
    ...['start', 'end', 'running', 'waiting', 'stopped'].map((part) => `dock.firing.${part}`),
    ...views.map(({ title }) => title),
  ]
  expect(keys.filter((key) => !te(key))).toEqual([])
})

// An unescaped @, | or brace breaks a message only when it is first shown.
test('every message compiles', () => {
  const walk = (node: unknown, path: string): string[] =>
    typeof node === 'string'
      ? [path]
      : Object.entries(node as Record<string, unknown>).flatMap(([key, value]) =>
          walk(value, path === '' ? key : `${path}.${key}`),
        )
  for (const key of walk(i18n.global.messages.value.en, '')) expect(() => i18n.global.t(key)).not.toThrow()
})

const keysUnder = (node: unknown, path = ''): Array<[string, string]> =>
  typeof node === 'string'
    ? [[path, node]]
    : Object.entries(node as Record<string, unknown>).flatMap(([key, value]) =>
        keysUnder(value, path === '' ? key : `${path}.${key}`),
      )
const placeholders = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort()

// A language that lacks a sentence shows an English one in its middle, and one that lacks a placeholder hides a figure.
test('every language has each message, with the same placeholders and plural forms', () => {
  const filesOf = (language: string): Map<string, string> =>
    new Map(
      globSync(`messages/${language}/*.json`, { cwd: renderer }).flatMap((file) =>
        keysUnder(JSON.parse(readFileSync(resolve(renderer, file), 'utf8')), basename(file, '.json')),
      ),
    )
  const english = filesOf('en')
  for (const language of Object.keys(languages)) {
    const own = filesOf(language)
    expect([...own.keys()].sort(), language).toEqual([...english.keys()].sort())
    for (const [key, text] of own) {
      const said = english.get(key) ?? ''
      expect(placeholders(text), `${language}: ${key}`).toEqual(placeholders(said))
      expect(text.split(' | ').length, `${language}: ${key}`).toBe(said.split(' | ').length)
    }
  }
})

// A folder of messages that nobody can choose, or a choice without messages.
test('every language is a folder and a line', () => {
  expect(
    globSync('messages/*/', { cwd: renderer })
      .map((folder) => basename(folder))
      .sort(),
  ).toEqual(Object.keys(languages).sort())
})

// Each of these was a puzzle to a reader and has a plain phrase in its place; catches one that comes back.
test('no message uses a phrase that was given up', () => {
  const givenUp =
    /look at it|\bmend\b|look before the show|\bnot ok\b|nothing is called that|\(needed\)|own words|^armed for|arm first|not in this state|not sent late|no refund unknown|unknown refunds?\b|allows itself|times slower|wait behind it|seen of its limit|asked again|while it answers|kept for you|can still go back|then remains|how the money goes|the one behind|a slip costs|without a time:|names no total|a rate needs|\((?:put|post)\)|exactly these bytes|ends the guards|the desk\b/i
  const found = globSync('messages/en/*.json', { cwd: renderer }).flatMap((file) =>
    keysUnder(JSON.parse(readFileSync(resolve(renderer, file), 'utf8')), basename(file, '.json'))
      .filter(([, text]) => givenUp.test(text))
      .map(([key, text]) => `${key}: ${text}`),
  )
  expect(found).toEqual([])
})

// A label or a hint of the catalog that stays English on a Spanish screen.
test('every label and hint of the catalog has a message', () => {
  const texts = new Set<string>()
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [name, value] of Object.entries(node))
      if ((name === 'label' || name === 'hint') && typeof value === 'string') texts.add(value)
      else collect(value)
  }
  for (const { body, suggested } of describeOperations()) collect([body, suggested])
  expect([...texts].filter((text) => i18n.global.t(`schema.${schemaKey(text)}`) !== text)).toEqual([])
})

// Words for a person under pressure: no shouting, no begging.
test('no message shouts or begs', () => {
  const text = JSON.stringify(i18n.global.messages.value.en)
  expect(text).not.toMatch(/!|\b(please|oops|sorry)\b/i)
})
