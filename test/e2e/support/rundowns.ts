import type { DeskConnection } from '../../support/desk.ts'
import { sampleRundown } from '../../renderer/support/sample-rundowns.ts'

/** Writes a rundown and makes it that of the show in rehearsal; answers its address. */
export async function showRundown(connection: DeskConnection): Promise<string> {
  const { title, environment, template, cues } = sampleRundown()
  const { id } = await connection.call('rundown.save', { title, environment, template, cues })
  await connection.call('rundown.choose', { environment, id })
  return `rundown?id=${id}`
}
