import { DeskError } from '#contract/errors.ts'
import type { HandlersOf } from './handlers.ts'

const later = (): never => {
  throw new DeskError('not_supported', 'Not connected yet.')
}

export const accessHandlers = (): HandlersOf<'access'> => ({
  'access.get': later,
  'access.switch': later,
  'access.port': later,
  'access.grant': later,
  'access.renew': later,
  'access.revoke': later,
  'access.own': later,
})

export const overlayHandlers = (): HandlersOf<'overlay'> => ({ 'overlay.follow': later })
