// What Companion offers of the desk: actions out of its list of commands, lamps and variables.
import { inState, idOf, wouldChange } from './lamps.js'

const titles = {
  start: 'Start',
  stop: 'Stop',
  pause: 'Pause',
  resume: 'Resume',
  reveal: 'Reveal',
  hide: 'Hide',
  runAd: 'Run ad',
  clip: 'Clip',
  mark: 'Mark',
}

const lit = { bgcolor: 0xcc0000, color: 0xffffff }

export const variables = {
  connected: { name: 'Connected to the desk' },
  environment: { name: 'Chosen environment' },
  stream: { name: 'Chosen stream' },
  poll: { name: 'Chosen poll' },
  votes: { name: 'Votes of the chosen poll, empty where they are not fresh' },
  last_command: { name: 'Last command' },
  last_result: { name: 'What the last command came to' },
}

/** The choices of a drop-down; one that was chosen earlier stays valid while its record is away. */
export function targetChoices(targets) {
  return targets.map((one) => ({ id: idOf(one), label: `${titles[one.command] ?? one.command}: ${one.name}` }))
}

function recordChoices(targets) {
  return [...new Map(targets.map(({ record, name }) => [record, { id: record, label: name }])).values()]
}

function stateChoices(targets) {
  const known = ['live', 'paused', 'off', 'stopped', 'revealed', 'hidden']
  const read = targets.flatMap(({ state }) => state ?? [])
  return [...new Set([...known, ...read])].map((id) => ({ id, label: id }))
}

function dropdown(id, label, choices) {
  return { type: 'dropdown', id, label, choices, default: choices[0]?.id ?? '', allowCustom: true }
}

export function actionsFor(targets, run) {
  return {
    run: {
      name: 'Run a command',
      description: 'As the grant allows it: at once, or armed until a person at the desk fires it.',
      options: [
        dropdown('target', 'Command', targetChoices(targets)),
        { type: 'textinput', id: 'title', label: 'Title, of a clip or a mark', default: '' },
      ],
      callback: ({ options }) => run(String(options.target), String(options.title ?? '')),
    },
  }
}

/** `stateNow` answers what is known at that moment. */
export function feedbacksFor(targets, stateNow) {
  const lamp = (name, options, callback) => ({ type: 'boolean', name, options, defaultStyle: lit, callback })
  return {
    record_state: lamp(
      'A record is in a state',
      [dropdown('record', 'Record', recordChoices(targets)), dropdown('state', 'State', stateChoices(targets))],
      ({ options }) => inState(stateNow(), String(options.record), String(options.state), Date.now()),
    ),
    would_change: lamp(
      'A command would change something',
      [dropdown('target', 'Command', targetChoices(targets))],
      ({ options }) => wouldChange(stateNow(), String(options.target), Date.now()),
    ),
    connected: lamp('Connected', [], () => stateNow().connected),
    look: lamp('The last command needs a look', [], () => stateNow().look),
  }
}
