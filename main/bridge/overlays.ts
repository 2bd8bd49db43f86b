import type { HandlersOf, Services } from './handlers.ts'

export function overlayHandlers({ overlays }: Pick<Services, 'overlays'>): HandlersOf<'overlay'> {
  return {
    'overlay.follow': ({ kind }, caller) =>
      overlays.follow(kind, caller.scope === 'desk' ? undefined : caller.environment),
  }
}
