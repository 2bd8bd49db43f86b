import { messageOf } from '#contract/errors.ts'
import { say } from './places.ts'

/** The script's exit code becomes the process's; a failure is one line on stderr. */
export async function main(script: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await script()
  } catch (error) {
    say(messageOf(error))
    process.exitCode = 1
  }
}
