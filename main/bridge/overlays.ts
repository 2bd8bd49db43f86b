import type { Scope } from '#contract/access.ts'
import type { BridgeParams } from '#contract/bridge.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { HandlersOf, Services } from './handlers.ts'

type OfCaller = { scope: Scope; environment?: EnvironmentId }

export function overlayHandlers({ overlays }: Pick<Services, 'overlays'>): HandlersOf<'overlay'> {
  return {
    'overlay.follow': ({ kind }: BridgeParams<'overlay.follow'>, caller?: OfCaller) =>
      overlays.follow(kind, caller?.environment),
  }
}
