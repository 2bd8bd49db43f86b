import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { useOperation } from '../../../../renderer/kit/composables/useOperation.ts'

// A double click must not send twice.
test('a second run while one is under way does nothing', async () => {
  let runs = 0
  let finish: (() => void) | undefined
  const operation = useOperation(async () => {
    runs++
    await new Promise<void>((resolve) => (finish = resolve))
    return runs
  })
  const first = operation.run()
  expect(await operation.run()).toBeUndefined()
  operation.reset()
  expect(operation.busy.value).toBe(true)
  finish?.()
  expect(await first).toBe(1)
  expect(operation.state.value).toMatchObject({ status: 'done', value: 1 })
})

// A failure must end in the state, never as an unhandled rejection, and whatever was thrown must come out as one shape.
test('failures end as a DeskError in the state', async () => {
  const known = useOperation(() => Promise.reject(new DeskError('not_found', 'no')))
  expect(await known.run()).toBeUndefined()
  expect(known.error.value?.code).toBe('not_found')
  const unknown = useOperation(() => Promise.reject(new TypeError('x is not a function')))
  await unknown.run()
  expect(unknown.error.value?.toShape()).toMatchObject({ code: 'internal', message: 'x is not a function' })
  unknown.reset()
  expect(unknown.state.value).toEqual({ status: 'idle' })
})
