import { onBeforeUnmount, shallowRef } from 'vue'
import type { Transfer } from '#contract/maintenance.ts'
import { asDeskError, DeskError } from '#contract/errors.ts'
import { mostTeachBytes, type TeachPreview } from '#contract/learned.ts'
import type { Environment } from '#contract/models.ts'
import { inUtf8 } from '#kit/composables/reading/file-text.ts'
import { endTransfer, uploadFile } from '#kit/composables/transfer.ts'
import { useReading } from '#kit/composables/task/useReading.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useLearned } from '#kit/stores/learned.ts'

interface Offered {
  name: string
  transfer: Transfer
  preview: TeachPreview
  environment: Environment
}
type TeachState =
  | { step: 'idle' }
  | { step: 'reading'; name: string }
  | ({ step: 'choosing' | 'taking' } & Offered)
  | { step: 'refused'; name: string; error: DeskError }

/** Said before anything is uploaded. Throws DeskError `too_large`. */
async function checkSize(file: File): Promise<void> {
  const start = file.size > mostTeachBytes.yaml ? await file.slice(0, 4_096).text() : ''
  const most = /^[\s\0\ufffd]*[[{]/.test(start) ? mostTeachBytes.json : mostTeachBytes.yaml
  if (file.size <= most) return
  throw new DeskError('too_large', `This file is larger than ${most / 1024 / 1024} MiB.`, {
    facts: { reason: 'file_too_large', place: 'start', bytes: file.size, most },
  })
}

export function useTeaching() {
  const environments = useEnvironments()
  const learned = useLearned()
  const reading = useReading()
  const state = shallowRef<TeachState>({ step: 'idle' })
  let abort = new AbortController()

  const refuse = (name: string, error: unknown): void => {
    state.value = { step: 'refused', name, error: asDeskError(error) }
  }

  async function open(file: File): Promise<void> {
    const environment = environments.selected
    if (state.value.step === 'taking' || environment === undefined) return
    leave()
    const { name } = file
    const { signal } = abort
    state.value = { step: 'reading', name }
    let transfer: Transfer | undefined
    try {
      await checkSize(file)
      transfer = await uploadFile(await inUtf8(file), { signal, progress: () => undefined })
      const brought = transfer
      const preview = await reading.run((task) => learned.previewFile(brought, environment.id, task))
      if (!signal.aborted) state.value = { step: 'choosing', name, transfer, preview, environment }
    } catch (error) {
      if (transfer) endTransfer(transfer)
      if (!signal.aborted) refuse(name, error)
    }
  }

  /** Answers what was taught; undefined where it was refused. */
  async function take(): Promise<TeachPreview | undefined> {
    if (state.value.step !== 'choosing') return undefined
    const offered = state.value
    state.value = { ...offered, step: 'taking' }
    try {
      const taught = await learned.teachFile(offered.transfer, offered.environment.id)
      state.value = { step: 'idle' }
      return taught
    } catch (error) {
      refuse(offered.name, error)
      return undefined
    }
  }

  function leave(): void {
    if (state.value.step === 'taking') return
    abort.abort()
    abort = new AbortController()
    reading.cancel()
    if (state.value.step === 'choosing') endTransfer(state.value.transfer)
    state.value = { step: 'idle' }
  }
  onBeforeUnmount(leave)

  return { state, share: reading.share, open, take, leave }
}
