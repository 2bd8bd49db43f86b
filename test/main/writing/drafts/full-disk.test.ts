import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { ownMounts } from '../../../support/own-mounts.ts'
import { temporary } from '../../core/storage/support.ts'
import type { DiskCommand } from './full-disk-child.ts'

/** A desk on a small disk of its own. */
function desk(folder: string, size: string) {
  const child = spawn(
    'unshare',
    [
      ...(ownMounts ?? []),
      ...['sh', '-c', `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`, folder],
      ...[process.execPath, resolve(import.meta.dirname, 'full-disk-child.ts'), folder],
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return async (command: DiskCommand): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(command)}\n`)
    const { value } = await lines.next()
    return JSON.parse(String(value))
  }
}

const fill = 'head -c 99000000 /dev/zero > "$1/others" 2> /dev/null || true'

// Catches a full disk on which a person can't free room either: deleting needs some itself.
test.skipIf(ownMounts === undefined)('on a full disk drafts are ended for good, and saving goes on', async () => {
  const ask = desk(await temporary(), '48m')
  for (let n = 0; n < 12; n++) expect(await ask({ do: 'save', with: `d${n}`, bytes: 400_000 })).toEqual({ value: null })
  await expect.poll(() => ask({ do: 'shell', with: 'ls "$1" | grep reserve || true' })).toEqual({ value: 'reserve\n' })
  await ask({ do: 'shell', with: fill })
  let last = 12
  while (last < 40 && JSON.stringify(await ask({ do: 'save', with: `d${last}`, bytes: 400_000 })) === '{"value":null}')
    last++
  expect(last).toBeLessThan(40)
  await ask({ do: 'shell', with: 'head -c 9000000 /dev/zero > "$1/rest" 2> /dev/null || true' })
  expect(await ask({ do: 'save', with: 'more', bytes: 400_000 })).toEqual({ refused: 'storage_full' })

  for (let n = 0; n < 10; n++) {
    expect(await ask({ do: 'bin', with: `d${n}` }), `d${n}`).toEqual({ value: null })
    expect(await ask({ do: 'end', with: `d${n}` }), `d${n}`).toEqual({ value: null })
    if (n === 0) await ask({ do: 'shell', with: 'head -c 9000000 /dev/zero > "$1/again" 2> /dev/null || true' })
  }
  const left = Array.from({ length: last - 10 }, (_, n) => `d${n + 10}`).sort()
  expect(await ask({ do: 'ids' })).toEqual({ value: left })
  expect(await ask({ do: 'save', with: 'more', bytes: 400_000 })).toEqual({ value: null })
  expect(await ask({ do: 'ids' })).toEqual({ value: [...left, 'more'].sort() })
})
