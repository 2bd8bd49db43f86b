import { readFileSync } from 'node:fs'
import { platform } from 'node:process'

/** The system tells a process's share of memory only there. */
export const noShares = platform !== 'linux'

/** The proportional memory of a process in megabytes: its own pages, and its share of those that others use too. */
export function megabytesOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}

/** The processor's time that a process took so far, in seconds. */
export function processorSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
