import { execFileSync } from 'node:child_process'

function works(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: 5_000 })
    return true
  } catch {
    return false
  }
}

/** The flags with which `unshare` gives mounts of one's own, which end with the process; undefined where the system gives none. */
export const ownMounts = [['-m'], ['-r', '-m']].find((flags) =>
  works('unshare', ...flags, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'),
)
