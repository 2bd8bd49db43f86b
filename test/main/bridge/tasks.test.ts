import { expect, test } from 'vitest'
import { createTasks, taskHandlers } from '../../../main/bridge/tasks.ts'
import { ofPage } from '../../../main/core/access/rules.ts'

const name = 'a-name-of-the-page'

// Catches a Cancel that ends what another page waits for, a share that nobody hears, and a task that can't be cancelled.
test('a named task tells its share, and its Cancel ends it alone', async () => {
  const told: unknown[] = []
  const tasks = createTasks({ emit: (event, payload) => void told.push([event, payload]) })
  const never = (task: string) =>
    tasks
      .run(
        task,
        (reading) =>
          new Promise<never>((_, reject) => {
            reading?.progress(0.5)
            reading?.signal.addEventListener('abort', () => reject(reading.signal.reason as Error))
          }),
      )
      .catch((error: unknown) => error)
  const [one, other] = [never(name), never('the-name-of-another')]
  await taskHandlers(tasks)['tasks.cancel']({ task: name }, ofPage)
  expect(await one).toMatchObject({ code: 'cancelled' })
  expect(told[0]).toEqual(['task.progress', { task: name, share: 0.5 }])
  expect(await Promise.race([other, Promise.resolve('still read')])).toBe('still read')
  expect(await tasks.run(undefined, (reading) => Promise.resolve(reading))).toBeUndefined()
})
