import type { Connection } from '#contract/models.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'

export type Switches = Pick<Connection, 'sending' | 'probing'>
export type SwitchChange = { [S in keyof Switches]?: Switches[S] | undefined }

const name = 'connection'

/** What the person paused, kept over restarts. */
export function createSwitches(settings: Pick<SettingsStore, 'read' | 'write'>) {
  const kept = settings.read(name) as SwitchChange | null | undefined
  const read = (value: unknown) => (value === 'paused' ? 'paused' : 'on')
  let current: Switches = { sending: read(kept?.sending), probing: read(kept?.probing) }

  return {
    get: (): Switches => current,
    set({ sending = current.sending, probing = current.probing }: SwitchChange): void {
      const next = { sending, probing }
      settings.write(name, next)
      current = next
    },
  }
}
