import { standardBudget } from '#contract/live.ts'
import { DeskError } from '#contract/errors.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'

/** Requests in any 60 seconds; `reserve` of them are never taken by the desk's own reads. */
export interface Allowance {
  perMinute: number
  reserve: number
}

const name = 'budget'

/** The request budget that the person set, kept over restarts. */
export function createAllowance(settings: Pick<SettingsStore, 'read' | 'write'>) {
  let current = readKept(settings.read(name))

  return {
    get: (): Allowance => current,

    /** Throws DeskError `invalid_input` where the reserve would leave nothing. */
    set(change: { perMinute?: number | undefined; reserve?: number | undefined }): void {
      const { perMinute = current.perMinute, reserve = current.reserve } = change
      if (reserve >= perMinute) {
        const facts = { reason: 'reserve_too_large', reserve, perMinute } as const
        const message = 'The reserve must be smaller than the requests a minute'
        const path = change.reserve === undefined ? 'perMinute' : 'reserve'
        throw new DeskError('invalid_input', message, {
          facts,
          fields: [{ path, message, reason: 'reserve_too_large' }],
        })
      }
      settings.write(name, { perMinute, reserve })
      current = { perMinute, reserve }
    },
  }
}

function readKept(kept: unknown): Allowance {
  const { perMinute, reserve } = (kept ?? {}) as Partial<Record<keyof Allowance, unknown>>
  const right =
    Number.isInteger(perMinute) &&
    Number.isInteger(reserve) &&
    Number(reserve) > 0 &&
    Number(reserve) < Number(perMinute)
  return right ? { perMinute: Number(perMinute), reserve: Number(reserve) } : standardBudget
}
