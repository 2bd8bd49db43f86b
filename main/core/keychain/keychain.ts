// The port over any backend: one call at a time, each with a deadline. `null` from a backend proves nothing until an
// entry of our own was read back.
import { defined } from '#contract/defined.ts'
import { randomBytes } from 'node:crypto'
import type { KeychainBackend } from '#contract/models.ts'
import type { Clock, Keychain, KeychainResult, Log } from '../ports.ts'
import { classifyError, type KeychainDriver } from './driver.ts'
import { createCallQueue, ExpiredError, type Turn } from './call-queue.ts'
import { permitNow, type Permit } from './asking.ts'
import { BrokenValueError, maxValueBytes, readValue, removeValue, writeValue, type Items } from './split-items.ts'

export interface OpenedKeychain extends Keychain {
  /** Finds out the backend; `backend` and `reason` are guesses before. Never rejects. */
  ready(): Promise<void>
}

export type Obstacle = Exclude<KeychainResult<never>, { outcome: 'found' }>

export interface Selection {
  driver: KeychainDriver
  reason?: string
  /** `unlocked`: a null is a null. `unasked`: it can't be asked. It puts a question where the permit allows one. */
  meet: (turn: Turn, permit: Permit | undefined) => Promise<Obstacle | 'unlocked' | 'unasked'>
}

type Absent = () => Promise<KeychainResult<string>>

export interface KeychainOptions {
  clock: Clock
  log: Log
  deadlineMs: number
  expected: KeychainBackend
  /** `prove` writes, reads and removes an entry of its own. */
  choose: (turn: Turn, prove: (driver: KeychainDriver) => Promise<void>) => Promise<Selection>
  onUnlocked?: (listener: () => void) => void
}

const sayings: Record<Obstacle['outcome'], string> = {
  absent: 'Nothing is stored there.',
  locked: 'The keychain is locked.',
  denied: 'The keychain refused access.',
  unavailable: 'The keychain failed.',
  timed_out: 'The keychain did not answer in time.',
  too_large: `A value may have ${maxValueBytes / 1_024} KiB at most.`,
}

export const obstacle = (outcome: Obstacle['outcome'], reason = sayings[outcome]): Obstacle => ({ outcome, reason })

/** What can't be stored at all. */
function unfit(account: string, value: string): Obstacle | undefined {
  if (!/^[\x21\x22\x24-\x7e]{1,256}$/.test(account))
    return obstacle('denied', 'An account name is 1 to 256 printable ASCII characters without # and spaces.')
  if (value.includes('\0'))
    return obstacle('denied', 'A value with a NUL character would be cut short by the keychain.')
  if (!value.isWellFormed())
    return obstacle('denied', 'A value with half a character would be changed by the keychain.')
  if (Buffer.byteLength(value) > maxValueBytes) return obstacle('too_large')
  return undefined
}

export function createKeychain(options: KeychainOptions): OpenedKeychain {
  const { clock, log, deadlineMs, expected, choose, onUnlocked } = options
  const queue = createCallQueue({ clock, deadlineMs })
  const reads = new Map<string, Promise<KeychainResult<string>>>()
  let selection: Selection | undefined
  let proven = false
  /** What a native call ended with, where only such a call can tell: the next may put the system's question. */
  let refused: Obstacle | undefined

  const itemsOf = (driver: KeychainDriver, turn: Turn): Items => {
    const checked = async <T>(call: Promise<T>) => {
      const answer = await call
      turn.check()
      return answer
    }
    return {
      get: (account) => checked(driver.get(account)),
      set: (account, value) => checked(driver.set(account, value)),
      remove: (account) => checked(driver.remove(account)),
    }
  }

  async function prove(driver: KeychainDriver): Promise<void> {
    const account = `probe/${process.pid}`
    const value = randomBytes(16).toString('hex')
    await driver.set(account, value)
    const kept = await driver.get(account)
    await driver.remove(account)
    if (kept !== value) throw new Error('The keychain did not keep a test entry')
    proven = true
  }

  async function selected(turn: Turn): Promise<Selection> {
    if (selection === undefined) {
      selection = await choose(turn, prove)
      const { driver, reason } = selection
      log.write(reason === undefined ? 'info' : 'warn', 'keychain chosen', {
        backend: driver.backend,
        ...defined({ reason }),
      })
    }
    return selection
  }

  async function perform(
    account: string,
    work: (items: Items, absent: Absent) => Promise<KeychainResult<string>>,
  ): Promise<KeychainResult<string>> {
    const permit = permitNow()
    const result = await queue.run(async (turn) => {
      try {
        const { driver, meet } = await selected(turn)
        turn.check()
        const met = await meet(turn, permit)
        turn.check()
        if (typeof met !== 'string') return met
        if (met === 'unasked' && refused !== undefined && permit?.mayAsk !== true) return refused
        if (!proven) await prove(driver)
        turn.check()
        const done = await work(itemsOf(driver, turn), async () => {
          if (met === 'unasked') await prove(driver)
          return obstacle('absent')
        })
        refused = undefined
        return done
      } catch (error) {
        if (error instanceof ExpiredError) return obstacle('timed_out')
        const failed = error instanceof BrokenValueError ? undefined : classifyError(error)
        if (failed === 'locked' || failed === 'denied') {
          // Also where the caller did not wait for it: the question was answered with no.
          refused = obstacle(failed)
          if (permit !== undefined) permit.mayAsk = false
        }
        return failed === undefined
          ? obstacle('unavailable', 'What is stored there is damaged. Save it again.')
          : obstacle(failed)
      }
    })
    const answer = result === 'timed_out' ? obstacle('timed_out') : result
    if (answer.outcome !== 'found' && answer.outcome !== 'absent')
      log.write('warn', 'keychain call failed', { account, outcome: answer.outcome })
    return answer
  }

  function forget(account: string): void {
    for (const name of ['asks', 'waits']) reads.delete(`${name} ${account}`)
  }

  return {
    get backend() {
      return selection?.driver.backend ?? expected
    },
    get reason() {
      return selection?.reason
    },
    ...(onUnlocked && { onUnlocked }),
    async ready() {
      if (selection === undefined) await queue.run(selected)
    },
    get(account) {
      const unfitting = unfit(account, '')
      if (unfitting !== undefined) return Promise.resolve(unfitting)
      // A read that may put a question is not answered by one that may not.
      const name = `${permitNow()?.mayAsk === true ? 'asks' : 'waits'} ${account}`
      const known = reads.get(name)
      if (known !== undefined) return known
      const read = perform(account, async (items, absent) => {
        const value = await readValue(items, account)
        return value === null ? absent() : { outcome: 'found', value }
      }).finally(() => reads.get(name) === read && reads.delete(name))
      reads.set(name, read)
      return read
    },
    async set(account, value) {
      const unfitting = unfit(account, value)
      if (unfitting !== undefined) return unfitting
      forget(account)
      return perform(account, async (items) => {
        await writeValue(items, account, value)
        if ((await readValue(items, account)) !== value)
          return obstacle('unavailable', 'The keychain did not keep the value.')
        return { outcome: 'found', value }
      })
    },
    async remove(account) {
      const unfitting = unfit(account, '')
      if (unfitting !== undefined) return unfitting
      forget(account)
      return perform(account, async (items, absent) =>
        (await removeValue(items, account)) ? { outcome: 'found', value: '' } : absent(),
      )
    },
  }
}
