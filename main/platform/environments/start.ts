import type { EnvironmentId } from '#contract/models.ts'
import type { Log } from '../../core/ports.ts'
import type { Environments } from './environments.ts'
import type { Origins } from './origins.ts'

export interface StartWishes {
  environment?: EnvironmentId
  baseUrl?: string
  confirmOrigin?: boolean
}

/** Takes the environment and the address that a start asks for. A show that was on when the desk ended continues in its environment. */
export async function takeStart(
  { environment, baseUrl, confirmOrigin }: StartWishes,
  parts: { showIsOn: boolean; environments: Environments; origins: Origins; log: Log },
): Promise<void> {
  const { showIsOn, environments, origins, log } = parts
  if (showIsOn) {
    if (baseUrl !== undefined || environment !== undefined)
      log.write('warn', 'A show is on: the environment and address that the start asked for were not taken')
    return
  }
  const wanted = environment ?? environments.selected()
  if (baseUrl !== undefined) {
    if (confirmOrigin !== true) await origins.refuseMove(wanted, baseUrl)
    environments.configure(wanted, baseUrl)
  }
  if (confirmOrigin === true) await origins.confirm(wanted, origins.current(wanted))
  if (environment !== undefined) environments.select(environment)
}
