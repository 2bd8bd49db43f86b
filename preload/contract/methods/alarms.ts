import { z } from 'zod'
import { alarmSchema, programAlarmCodes } from '../air/alarms.ts'
import { id, nothing, type MethodDeclarations } from './method.ts'

const list = () => z.strictObject({ alarms: z.array(alarmSchema()) })

export const alarmMethods = {
  'alarms.list': {
    scope: 'read',
    about: 'What needs a person at once; `alarms.changed` tells the list anew.',
    input: nothing,
    output: list,
  },
  'alarms.report': {
    scope: 'desk',
    about:
      'What a page finds in the program that viewers get: all that it finds now. It counts for 5 seconds, then it has to be told again. `page` tells several pages apart.',
    input: z.strictObject({
      page: id.optional(),
      findings: z.array(alarmSchema().extend({ code: z.enum(programAlarmCodes) })).max(programAlarmCodes.length),
    }),
    output: list,
    pageOnly: true,
  },
} satisfies MethodDeclarations
