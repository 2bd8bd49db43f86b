import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { LogLine } from '#contract/maintenance.ts'
import { logName, rotatedFiles } from './profile-log.ts'

const line = z.object({
  at: z.string(),
  level: z.enum(['debug', 'info', 'warn', 'error']),
  message: z.string(),
  fields: z.record(z.string(), z.unknown()).optional(),
})

/** Newest first. Lines that can't be read, such as one cut by a power failure, are left out. */
export async function readLogLines(
  folder: string,
  limit: number,
  wanted: (line: LogLine, text: string) => boolean,
): Promise<LogLine[]> {
  const found: LogLine[] = []
  for (const text of await textsOf(folder)) {
    for (const row of text.split('\n').reverse()) {
      if (found.length >= limit) return found
      const parsed = row === '' ? undefined : parse(row)
      if (parsed !== undefined && wanted(parsed, row)) found.push(parsed)
    }
  }
  return found
}

/**
 * Newest file first. Files move only towards older names, so none is missed, and one that moved meanwhile is known by
 * its inode.
 */
async function textsOf(folder: string): Promise<string[]> {
  const texts: string[] = []
  const seen = new Set<number>()
  for (let age = 0; age <= rotatedFiles; age += 1) {
    const handle = await open(join(folder, age === 0 ? logName : `${logName}.${age}`), 'r').catch(() => undefined)
    if (handle === undefined) continue
    try {
      const { ino } = await handle.stat()
      if (ino === 0 || !seen.has(ino)) texts.push(await handle.readFile('utf8'))
      seen.add(ino)
    } finally {
      await handle.close()
    }
  }
  return texts
}

function parse(row: string): LogLine | undefined {
  try {
    const { fields, ...rest } = line.parse(JSON.parse(row))
    return fields === undefined ? rest : { ...rest, fields }
  } catch {
    return undefined
  }
}
