import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import type { FaultAnswer, FaultCommand } from './fault-child.ts'
import { ownMounts } from '../../../support/own-mounts.ts'
import { open, temporary } from './support.ts'

const script = (name: string) => resolve(import.meta.dirname, name)

function works(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: 5_000 })
    return true
  } catch {
    return false
  }
}

const canLimit = works('prlimit', `--pid=${process.pid}`, '--fsize')

interface Desk {
  pid: number
  ask(command: FaultCommand): Promise<FaultAnswer>
  /** Asks, and fails where it is refused. */
  does(command: FaultCommand): Promise<unknown>
  /** Asks, and answers how it is refused. */
  refused(command: FaultCommand): Promise<object>
}

/** A desk in another process; `prepare` runs first, with mounts of its own, the folder as `$0`. */
function desk(folder: string, prepare?: string): Desk {
  const node = [process.execPath, script('fault-child.ts'), folder]
  const [command = '', ...args] =
    prepare === undefined
      ? node
      : ['unshare', ...(ownMounts ?? []), 'sh', '-c', `${prepare} && exec "$@"`, folder, ...node]
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (given: FaultCommand): Promise<FaultAnswer> => {
    child.stdin.write(`${JSON.stringify(given)}\n`)
    const { value } = await lines.next()
    return JSON.parse(String(value)) as FaultAnswer
  }
  return {
    pid: child.pid ?? 0,
    ask,
    async does(given) {
      const answer = await ask(given)
      if (!answer.ok) throw new Error(`${given.do} was refused: ${answer.message}`)
      return answer.value
    },
    async refused(given) {
      const answer = await ask(given)
      if (answer.ok) throw new Error(`${given.do} was not refused`)
      return answer
    },
  }
}

/** Another program that holds the database until `end`. */
async function holder(folder: string, ...statements: string[]) {
  const child = spawn(process.execPath, [script('lock-child.ts'), join(folder, 'showdesk.db'), ...statements], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return async () => {
    child.stdin.end()
    await once(child, 'exit')
  }
}

const big: FaultCommand = { do: 'save', with: 'big', bytes: 1_500_000 }

// Catches a full disk that keeps half a change, blames something else, leaves half a backup, or needs a restart once there is room.
test.skipIf(ownMounts === undefined)(
  'a full disk (tmpfs): what was saved stays, and the same save works once there is room',
  async () => {
    const folder = await temporary()
    const child = desk(folder, 'mount -t tmpfs -o size=16m tmpfs "$0" && head -c 15548416 /dev/zero > "$0/others"')
    await child.does({ do: 'open' })
    await child.does({ do: 'save', with: 'before' })
    const backup = String(await child.does({ do: 'backup' }))
    expect(await child.refused(big)).toMatchObject({
      code: 'storage_full',
      retryable: true,
      facts: { reason: 'disk_full', lost: 'change' },
    })
    expect(await child.does({ do: 'keys' })).toEqual(['before'])

    const fill = () =>
      child.does({ do: 'shell', with: 'head -c 2000000 /dev/zero >> "$1/ballast" 2> /dev/null || true' })
    await fill()
    expect(await child.refused({ do: 'backup' })).toMatchObject({
      code: 'storage_full',
      facts: { reason: 'disk_full', lost: 'backup' },
    })
    expect(await child.does({ do: 'shell', with: 'ls "$1/backups"' })).toBe(`${backup}\n`)
    await child.does({ do: 'close' })
    await fill()
    expect(await child.refused({ do: 'restore', with: backup })).toMatchObject({
      code: 'storage_full',
      facts: { reason: 'disk_full', lost: 'opening' },
    })
    expect(await child.refused({ do: 'open' })).toMatchObject({
      code: 'storage_full',
      facts: { reason: 'disk_full', lost: 'opening' },
    })

    await child.does({ do: 'shell', with: 'truncate -s -60000 "$1/ballast"' })
    expect(await child.refused({ do: 'restore', with: backup })).toMatchObject({
      code: 'storage_full',
      facts: { reason: 'disk_full', lost: 'restore' },
    })

    await child.does({ do: 'shell', with: 'rm "$1/ballast"' })
    await child.does({ do: 'open' })
    expect(await child.does({ do: 'shell', with: 'ls "$1" | grep restor || true' })).toBe('')
    expect(await child.does({ do: 'keys' })).toEqual(['before'])
    expect(await child.refused(big)).toMatchObject({ code: 'storage_full' })
    await child.does({ do: 'shell', with: 'rm "$1/others"' })
    await child.does(big)
    expect(await child.does({ do: 'keys' })).toEqual(['before', 'big'])
    await child.does({ do: 'backup' })
  },
)

// Catches a read-only place that is written about as something else, or that is remembered as one after it was mended.
test.skipIf(ownMounts === undefined)(
  'a read-only folder (bind mount): refused at the opening, named at a backup, over when it can be written',
  async () => {
    const folder = await temporary()
    const child = desk(folder, 'true')
    const freeze = (path: string) =>
      child.does({ do: 'shell', with: `mount --bind "$1${path}" "$1${path}" && mount -o remount,ro,bind "$1${path}"` })
    await child.does({ do: 'open' })
    await child.does({ do: 'save', with: 'before' })
    await child.does({ do: 'backup' })
    await freeze('/backups')
    expect(await child.refused({ do: 'backup' })).toMatchObject({
      code: 'storage_failed',
      retryable: true,
      facts: { reason: 'profile_read_only', lost: 'backup', said: 'EROFS' },
    })
    await child.does({ do: 'save', with: 'meanwhile' })
    await child.does({ do: 'shell', with: 'umount "$1/backups"' })
    await child.does({ do: 'backup' })
    await child.does({ do: 'close' })

    await freeze('')
    expect(await child.refused({ do: 'open' })).toMatchObject({
      code: 'storage_failed',
      retryable: true,
      facts: { reason: 'profile_read_only', lost: 'opening', said: 'EROFS' },
    })
    await child.does({ do: 'shell', with: 'umount "$1"' })
    await child.does({ do: 'open' })
    expect(await child.does({ do: 'keys' })).toEqual(['before', 'meanwhile'])
  },
)

// Catches a read-only answer of SQLite itself at a save that is told as a number.
test('a database that may only be read: the save is refused as such and works when it may be written', async () => {
  const database = await open(await temporary())
  const save = () => database.statement("INSERT INTO settings (key, value) VALUES ('a', 'x')").run()
  database.statement('PRAGMA query_only = ON').get()
  expect(save).toThrow(
    expect.objectContaining({
      code: 'storage_failed',
      retryable: true,
      message: expect.stringMatching(/can't be written \(SQLite code 8\): this change was not saved/) as string,
    }) as Error,
  )
  database.statement('PRAGMA query_only = OFF').get()
  expect(save()).toEqual({ changes: 1 })
})

// Catches a lock of another program that is told as damage or as a number, or that leaves half a change.
test('a database that another program writes to: the save is refused and works once that program is done', async () => {
  const folder = await temporary()
  const child = desk(folder)
  await child.does({ do: 'open' })
  const end = await holder(folder, 'BEGIN IMMEDIATE')
  expect(await child.refused({ do: 'save', with: 'mine' })).toMatchObject({
    code: 'storage_failed',
    retryable: true,
    facts: { reason: 'profile_busy', lost: 'change' },
  })
  await end()
  await child.does({ do: 'save', with: 'mine' })
  expect(await child.does({ do: 'keys' })).toEqual(['mine'])
})

// Catches a locked file that is taken for a damaged one at the opening and set aside.
test('a database that another program holds alone: it is not opened, not set aside, and opens once that program is done', async () => {
  const folder = await temporary()
  const child = desk(folder)
  await child.does({ do: 'open' })
  await child.does({ do: 'save', with: 'mine' })
  await child.does({ do: 'close' })
  const end = await holder(
    folder,
    'PRAGMA locking_mode = EXCLUSIVE',
    'BEGIN EXCLUSIVE',
    "INSERT INTO settings (key, value) VALUES ('theirs', 'x')",
  )
  expect(await child.refused({ do: 'open' })).toMatchObject({
    code: 'storage_failed',
    retryable: true,
    facts: { reason: 'profile_busy', lost: 'opening' },
  })
  await end()
  await child.does({ do: 'open' })
  expect(await child.does({ do: 'keys' })).toEqual(['mine', 'theirs'])
  expect(readdirSync(folder)).not.toContain('damaged')
})

// Catches a write error of the disk (here a limit on the size of a file) that ends the process, or that the database does not get over.
test.skipIf(!canLimit)(
  'a disk that gives errors (prlimit): the save is refused as such and works when the disk does',
  async () => {
    const folder = await temporary()
    const child = desk(folder)
    await child.does({ do: 'open' })
    await child.does({ do: 'save', with: 'before' })
    const limit = (bytes: string) => execFileSync('prlimit', [`--pid=${child.pid}`, `--fsize=${bytes}:`])
    limit('200000')
    expect(await child.refused(big)).toMatchObject({
      code: 'storage_failed',
      retryable: true,
      facts: { reason: 'disk_error', lost: 'change', said: expect.stringMatching(/^SQLite code \d+$/) as string },
    })
    expect(await child.does({ do: 'keys' })).toEqual(['before'])
    limit('unlimited')
    await child.does(big)
    expect(await child.does({ do: 'keys' })).toEqual(['before', 'big'])
  },
)
