import { computed, reactive, ref, watch, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { OverlayKind } from '#contract/access-kinds.ts'
import { freeName } from '#kit/composables/free-name.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useAccess } from '#kit/stores/access.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import type { Look } from '#air/overlay/look.ts'
import { overlayAddress } from '../model/address.ts'

interface Made {
  id: string
  name: string
  kind: OverlayKind
  secret: string
}

/** A new overlay of the kind, and the address of the one that was made last. Its secret is here alone, until the view is left. */
export function useMaking(kind: Ref<OverlayKind>) {
  const { t } = useI18n()
  const access = useAccess()
  const environments = useEnvironments()
  const looks = reactive<Partial<Record<OverlayKind, Look>>>({})
  const typed = ref<string>()
  const made = ref<Made>()
  watch(kind, () => (typed.value = undefined))

  const look = computed({
    get: () => looks[kind.value] ?? {},
    set: (next) => void (looks[kind.value] = next),
  })
  const name = computed({
    get: () =>
      typed.value ?? freeName(t('overlays.make.defaultName', { kind: t(`overlays.kind.${kind.value}`) }), access.names),
    set: (next) => void (typed.value = next),
  })
  const make = useOperation(async () => {
    const environment = environments.selected?.id
    if (environment === undefined) return
    const of = kind.value
    const { grant, secret } = await access.make({ scope: 'watch', values: [of], environment, name: name.value.trim() })
    made.value = { id: grant.id, name: grant.name, kind: of, secret }
    typed.value = undefined
  })

  return {
    look,
    name,
    make,
    mayMake: computed(() => access.origin !== undefined && name.value.trim() !== ''),
    made: computed(() => made.value),
    /** With the look that is chosen now. */
    address: computed(() => {
      const { origin } = access
      if (made.value === undefined || origin === undefined) return undefined
      const { kind: of, secret } = made.value
      return overlayAddress(origin, of, looks[of] ?? {}, secret)
    }),
    renewed(grant: { id: string; name: string; kind: OverlayKind }, secret: string): void {
      made.value = { ...grant, secret }
    },
    /** What was removed has no address any more. */
    forget(ids: readonly string[]): void {
      if (made.value !== undefined && !ids.includes(made.value.id)) made.value = undefined
    },
  }
}
