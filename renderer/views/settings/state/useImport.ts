import { computed, onBeforeUnmount, onMounted, shallowRef } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import type { CareKind, ChangePreview, Transfer } from '#contract/maintenance.ts'
import { endTransfer, uploadFile, type Progress } from '#kit/composables/transfer.ts'
import { useReading } from '#kit/composables/task/useReading.ts'
import { useMaintenance } from '#kit/stores/maintenance.ts'

export type ImportState =
  | { step: 'idle' }
  | { step: 'bringing'; name: string; progress: Progress }
  | { step: 'reading'; name: string }
  | { step: 'choosing'; name: string; transfer: Transfer; preview: ChangePreview }
  | { step: 'taking'; name: string; preview: ChangePreview }
  | { step: 'done'; name: string; result: ChangePreview; kinds: CareKind[] }
  | { step: 'refused'; name: string; error: DeskError }

export function useImport() {
  const care = useMaintenance()
  const reading = useReading()
  const state = shallowRef<ImportState>({ step: 'idle' })
  const busy = computed(() => ['bringing', 'reading', 'taking'].includes(state.value.step))
  let abort = new AbortController()

  const refuse = (name: string, error: unknown): void => {
    state.value = { step: 'refused', name, error: asDeskError(error) }
  }

  async function open(file: File): Promise<void> {
    if (state.value.step === 'taking') return
    leave()
    const { name } = file
    const { signal } = abort
    const show = (next: ImportState) => {
      if (!signal.aborted) state.value = next
    }
    let transfer: Transfer | undefined
    try {
      show({ step: 'bringing', name, progress: { done: 0, total: file.size } })
      transfer = await uploadFile(file, { signal, progress: (progress) => show({ step: 'bringing', name, progress }) })
      show({ step: 'reading', name })
      const brought = transfer
      const preview = await reading.run((task) => care.preview(brought, task))
      if (signal.aborted) endTransfer(transfer)
      show({ step: 'choosing', name, transfer, preview })
    } catch (error) {
      if (transfer) endTransfer(transfer)
      if (!signal.aborted) refuse(name, error)
    }
  }

  async function take(kinds: CareKind[]): Promise<void> {
    if (state.value.step !== 'choosing') return
    const { name, transfer, preview } = state.value
    state.value = { step: 'taking', name, preview }
    try {
      state.value = {
        step: 'done',
        name,
        kinds,
        result: await reading.run((task) => care.importProfile(transfer, kinds, task)),
      }
    } catch (error) {
      refuse(name, error)
    }
    endTransfer(transfer)
  }

  /** Forgets a file on its way. */
  function leave(): void {
    // It is cancelled in main, which says whether it was in time.
    if (state.value.step === 'taking') return reading.cancel()
    abort.abort()
    abort = new AbortController()
    reading.cancel()
    if (state.value.step === 'choosing') endTransfer(state.value.transfer)
    state.value = { step: 'idle' }
  }

  /** The desk opens anew after an import; what it did must be read before the page goes. */
  function hold(event: Event): void {
    if (state.value.step === 'taking' || state.value.step === 'done') event.preventDefault()
  }
  onMounted(() => window.addEventListener('desk:before-reload', hold))
  onBeforeUnmount(() => {
    window.removeEventListener('desk:before-reload', hold)
    leave()
  })

  return { state, share: reading.share, busy, open, take, leave }
}
