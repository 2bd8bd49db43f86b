// Showdesk for Companion. The grant needs the scope `operate`.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { InstanceBase, InstanceStatus } from '@companion-module/base'
import { actionsFor, feedbacksFor, variables } from './definitions.js'
import { ConnectionLost, DeskConnection, Refused, readGrant } from './desk.js'
import { idOf, isFresh, resultOf, resultOfIntent, votesIn } from './lamps.js'

/** How often the list of commands is read, and how often values are asked for. */
const listMs = 2_000
const followMs = 10_000
/** How long a press waits for a lost connection; later nobody means it any more. */
const pressMs = 5_000

export default class Showdesk extends InstanceBase {
  #desk
  #timers = []
  #page = randomUUID()
  #state = { connected: false, targets: [], heardAt: 0, look: false }
  #listed = ''
  /** What each command acts on, by its id, as it was listed last: a stop is pressed also where the list lacks it by now. */
  #shown = new Map()
  #tally
  #lastIntent
  #refusals = new Map()

  async init(config, _isFirst, secrets) {
    this.setVariableDefinitions(variables)
    this.#define()
    await this.configUpdated(config, secrets)
  }

  async configUpdated(config, secrets) {
    this.#stop()
    const grant = readGrant(config?.port, secrets?.grant)
    if (grant === undefined) return this.updateStatus(InstanceStatus.BadConfig, 'Paste the address of a grant')
    this.updateStatus(InstanceStatus.Connecting)
    this.#desk = new DeskConnection(grant, {
      onOpen: () => this.#opened(),
      onLost: (refused) => this.#lost(refused),
      onEvent: (name, payload) => this.#heard(name, payload),
    })
    this.#timers = [
      setInterval(() => void this.#list(), listMs),
      setInterval(() => void this.#follow(), followMs),
      // A lamp goes dark by the clock alone.
      setInterval(() => this.#show(), 1_000),
    ]
  }

  async destroy() {
    this.#stop()
  }

  getConfigFields() {
    return [
      {
        type: 'static-text',
        id: 'info',
        width: 12,
        label: 'Grant',
        value: 'Make a grant of scope operate in Showdesk under Settings > Access, and paste its address below.',
      },
      { type: 'secret-text', id: 'grant', label: 'Address or secret', width: 8 },
      { type: 'number', id: 'port', label: 'Port, for a secret alone', width: 4, min: 0, max: 65_535, default: 0 },
    ]
  }

  #stop() {
    this.#desk?.end()
    this.#desk = undefined
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    this.#state = { ...this.#state, connected: false }
    this.#tally = undefined
    this.#show()
  }

  #opened() {
    this.#state = { ...this.#state, connected: true }
    this.#refusals.clear()
    this.updateStatus(InstanceStatus.Ok)
    void this.#list()
    void this.#follow()
  }

  #lost(refused) {
    this.#state = { ...this.#state, connected: false }
    if (refused) this.updateStatus(InstanceStatus.AuthenticationFailure, 'The desk does not take this grant')
    else this.updateStatus(InstanceStatus.ConnectionFailure, `No desk at ${this.#desk?.address}`)
    this.#show()
  }

  /** What can be run, record by record, and in which state it was read. */
  async #list() {
    const answer = await this.#ask('command.list')
    if (answer === undefined) return
    this.#state = { ...this.#state, targets: answer.targets, heardAt: Date.now() }
    for (const target of answer.targets) this.#shown.set(idOf(target), target.shown)
    const listed = JSON.stringify(answer.targets.map(({ command, record, name }) => [command, record, name]))
    if (listed !== this.#listed) this.#define()
    this.#listed = listed
    this.#show()
  }

  /** Keeps what lamps and variables show fresh at the desk. */
  async #follow() {
    const info = await this.#ask('desk.info')
    if (info === undefined) return
    const { environment } = info
    const { stream, poll } = (await this.#ask('broadcast.get', { environment })) ?? {}
    const watches = [
      ...(stream
        ? [{ operation: 'POST /api/video/stream/getStatus', body: { streamId: stream.id }, pace: 'status' }]
        : []),
      ...(poll ? [{ operation: 'POST /api/vote/embed/get', body: { embedId: poll.id }, pace: 'tally' }] : []),
    ]
    const followed = await this.#ask('live.follow', { page: this.#page, visible: true, watches })
    this.#tally = poll && followed?.values.at(-1)
    this.setVariableValues({ environment, stream: stream?.name ?? '', poll: poll?.name ?? '' })
    this.#show()
  }

  #heard(name, payload) {
    if (name === 'live.value' && payload.key === this.#tally?.key) this.#tally = payload
    if (name === 'ledger.changed' && payload.intent.id === this.#lastIntent) this.#tell(resultOfIntent(payload.intent))
  }

  /** Undefined where it failed. */
  async #ask(method, params) {
    const desk = this.#desk
    if (desk?.isOpen !== true) return undefined
    try {
      const answer = await desk.call(method, params)
      this.#refused(method)
      return answer
    } catch (error) {
      if (error instanceof Refused) this.#refused(method, error)
      return undefined
    }
  }

  /** A refusal is told once, and its end too. Without the list of commands there is nothing that a key can do. */
  #refused(method, error) {
    const before = this.#refusals.get(method)
    if (before === error?.message) return
    if (error === undefined) this.#refusals.delete(method)
    else this.#refusals.set(method, error.message)
    if (error !== undefined) this.log('warn', `${method}: ${error.message} (${error.code})`)
    if (method !== 'command.list' || !this.#state.connected) return
    if (error === undefined) this.updateStatus(InstanceStatus.Ok)
    else this.updateStatus(InstanceStatus.InsufficientPermissions, error.message)
  }

  async #run(target, title) {
    const [command = '', ...rest] = target.split(':')
    const record = rest.join(':')
    this.setVariableValues({ last_command: command })
    this.#lastIntent = undefined
    const pressedAt = new Date().toISOString()
    // What the key stood for when it was pressed: the desk sends nothing where something else is chosen by then.
    const shown = this.#shown.get(target)
    const named = { ...(record && { record }), ...(title && { title }), ...(shown && { shown }) }
    const input = { command, ...named, press: randomUUID(), pressedAt }
    try {
      const answer = await this.#press(input)
      this.#lastIntent = answer.intent?.id
      this.#tell(resultOf(answer))
    } catch (error) {
      if (error instanceof ConnectionLost) return this.#tell({ text: 'Unknown: connection lost', look: true })
      if (!(error instanceof Refused)) throw error
      this.log('warn', `${command}: ${error.message} (${error.code})`)
      this.#tell(resultOfIntent({ state: 'rejected', error }))
    }
  }

  /** Asked again after a lost connection with the same press, which the desk makes only once. */
  async #press(input) {
    const until = Date.now() + pressMs
    let asked = false
    for (;;) {
      try {
        if (this.#desk?.isOpen === true) {
          asked = true
          return await this.#desk.call('command.run', input)
        }
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error
      }
      // What never left is not sent late.
      if (!asked || Date.now() > until) {
        if (asked) throw new ConnectionLost()
        throw new Refused({ code: 'not_connected', message: 'The desk is not connected.' })
      }
      await wait(250)
    }
  }

  #tell({ text, look }) {
    this.#state = { ...this.#state, look }
    this.setVariableValues({ last_result: text })
    this.#show()
  }

  #define() {
    const { targets } = this.#state
    this.setActionDefinitions(actionsFor(targets, (target, title) => this.#run(target, title)))
    this.setFeedbackDefinitions(feedbacksFor(targets, () => this.#state))
  }

  #show() {
    const { connected } = this.#state
    const { answer } = this.#tally ?? {}
    const fresh = connected && isFresh(answer?.receivedAt, Date.now(), Date.now())
    this.setVariableValues({ connected, votes: fresh ? (votesIn(answer.data) ?? '') : '' })
    this.checkAllFeedbacks()
  }
}

export const UpgradeScripts = []
