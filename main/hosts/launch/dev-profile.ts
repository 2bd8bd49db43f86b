import { homedir } from 'node:os'
import { join } from 'node:path'
import { say } from './places.ts'

/** The arguments with a profile of their own, unless one is named: what is being written must not touch a person's real one. */
export function withDevProfile(args: readonly string[]): string[] {
  if (args.some((text) => text === '--profile' || text.startsWith('--profile='))) return [...args]
  const profile = join(homedir(), '.showdesk-dev')
  say(`The profile of this run is ${profile}; --profile names another.`)
  return ['--profile', profile, ...args]
}
