import { z } from 'zod'
import { firingChoicesSchema, firingPlanSchema, firingSchema, leftOnAirSchema } from '../air/firing.ts'
import { shownSchema } from '../shown.ts'
import { environmentId, id, instantInput, nothing, type MethodDeclarations } from './method.ts'

const kind = z.enum(['start', 'end'])
const pressed = { press: z.uuid(), environment: environmentId, pressedAt: instantInput }
const choices = firingChoicesSchema().shape
const left = () => z.strictObject({ left: z.array(leftOnAirSchema()) })
const scene = z.string().max(512)

export const firingMethods = {
  'firing.plan': {
    scope: 'read',
    about:
      'What a start or an end would do now in the selected environment, why it can’t be fired, and `shown`, which the press returns.',
    input: z.strictObject({ kind }),
    output: firingPlanSchema,
  },
  'firing.choices': {
    scope: 'read',
    about: 'How a start and an end go.',
    input: z.strictObject({ environment: environmentId }),
    output: firingChoicesSchema,
  },
  'firing.choose': {
    scope: 'desk',
    about: 'Changes how they go. What is left out stays, null removes a scene.',
    input: z.strictObject({
      environment: environmentId,
      withEncoder: choices.withEncoder.optional(),
      startScene: scene.nullable().optional(),
      endScene: scene.nullable().optional(),
      startOrder: choices.startOrder.optional(),
      endOrder: choices.endOrder.optional(),
      endsRecording: choices.endsRecording.optional(),
    }),
    output: firingChoicesSchema,
  },
  'firing.fire': {
    scope: 'desk',
    about:
      'Fires a start or an end of the broadcast: its steps are taken one by one, each on disk first, and told by `firing.changed`. The same `press` is answered with the firing that it made. `saw` is the newest firing that the caller knew, or null; `conflict` where another was made since. `shown` is what the plan said; a start answers `conflict` where anything of it is otherwise now, an end where the stream or the streaming software is. An end stops what was shown, and names in `left` what came since.',
    input: z.strictObject({ kind, ...pressed, shown: shownSchema(), saw: id.nullable().optional() }),
    output: firingSchema,
  },
  'firing.get': {
    scope: 'read',
    about: 'One firing with its steps.',
    input: z.strictObject({ id }),
    output: firingSchema,
  },
  'firing.current': {
    scope: 'read',
    about: 'The firing that runs or waits, else the newest one where it was stopped and not dismissed.',
    input: nothing,
    output: () => z.strictObject({ firing: firingSchema().nullable() }),
  },
  'firing.resume': {
    scope: 'desk',
    about:
      'Goes on with what is missing of a stopped firing. A step that was seen is not taken again; one that is unknown is read first, and where it stays unknown nothing is sent.',
    input: z.strictObject({ id, ...pressed }),
    output: firingSchema,
  },
  'firing.proceed': {
    scope: 'desk',
    about: 'Goes on behind a step that waits for the person; a movement of money or a deletion is sent then.',
    input: z.strictObject({ id, step: id }),
    output: firingSchema,
    pageOnly: true,
  },
  'firing.stop': {
    scope: 'desk',
    about: 'Takes no further step, and undoes nothing. One that was stopped before is dismissed.',
    input: z.strictObject({ id }),
    output: firingSchema,
  },
  'firing.left': {
    scope: 'read',
    about:
      'What ends left on air because it was not shown when they were armed, until it is seen to be off or dismissed. Changes are told by `firing.left`.',
    input: nothing,
    output: left,
  },
  'firing.dismissLeft': {
    scope: 'desk',
    about: 'Tells no more what that end left on air.',
    input: z.strictObject({ id }),
    output: left,
  },
} satisfies MethodDeclarations
