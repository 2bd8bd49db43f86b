// What a person fires at a broadcast, composed: named commands, firings of several commands, the chapters of marks, and
// the alarms where streaming software and platform disagree.
import type { EnvironmentId } from '#contract/models.ts'
import { createCrossCheck, type CrossCheckParts } from '../air/alarms/cross-check.ts'
import { createAlarms } from '../air/alarms/index.ts'
import { createCommands } from '../air/commands/index.ts'
import { eventWrites, isEventWrite } from '../air/commands/preparation.ts'
import type { CommandParts } from '../air/commands/types.ts'
import type { Encoders } from '../air/encoder/types.ts'
import { createChapters } from '../air/firing/chapters.ts'
import { createFirings, type FiringParts } from '../air/firing/index.ts'

interface Parts
  extends
    Omit<FiringParts, keyof CommandParts | 'encoders' | 'onPutAway'>,
    CommandParts,
    Pick<CrossCheckParts, 'mayBeOnAir'> {
  ledger: FiringParts['ledger']
  drafts: FiringParts['drafts']
  settings: FiringParts['settings']
  encoders: Encoders
}

export function composeCommands(given: Omit<Parts, 'onMark'>) {
  const { events, encoders, clock, log } = given
  const selected = (): EnvironmentId => given.environments.selected()
  encoders.onState((state) => events.emit('encoder.changed', state))
  const onMark = createChapters({ encoders, selected, clock, log })
  const parts: Parts = { ...given, onMark }
  const commands = createCommands(parts)
  const firings = createFirings({ ...parts, onPutAway: () => events.emit('firing.changed', { firing: null }) })
  firings.onChange((firing) => events.emit('firing.changed', { firing }))
  firings.onLeft((left) => events.emit('firing.left', { left }))
  const alarms = createAlarms({ clock, log })
  alarms.onChange((list) => events.emit('alarms.changed', { environment: selected(), alarms: list }))
  const stopCrossCheck = createCrossCheck({
    ...parts,
    alarms,
    selected,
    writes: (environment) => eventWrites(given.ledger, environment),
    onWrite: (listener) => given.ledger.onChange(({ operation }) => isEventWrite(operation) && listener()),
  })
  return {
    commands,
    firings,
    alarms,
    onMark,
    stop() {
      commands.stop()
      firings.close()
      stopCrossCheck()
      alarms.stop()
    },
  }
}
