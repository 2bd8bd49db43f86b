import { onScopeDispose } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { on } from '../bridge/index.ts'
import { operationAddress } from './operation-address.ts'

export function useDeskLinks(open: (to: RouteLocationRaw) => void): void {
  onScopeDispose(on('desk.link', ({ operation, request }) => open(operationAddress(operation, request))))
}
