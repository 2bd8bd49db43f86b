// A clip of the moment, and marks. A mark is kept as the draft of a clip, without the platform, to be cut later.
import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import { defined } from '#contract/defined.ts'
import { formatClock, formatElapsed } from '#kit/composables/time/time.ts'
import { deedFor } from '#answers/deeds.ts'
import { pressEdit } from '#kit/base/pressed.ts'
import { useAnnounce } from '#kit/composables/useAnnounce.ts'
import type { OnAir } from '#air/show/useOnAir.ts'
import { useDrafts } from '#writing/stores/drafts.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useCommand } from './useCommand.ts'

const createClip = 'POST /api/video/stream/createClip'
/** Presses closer together than this count as one. */
const sameMs = 1_500

interface Mark {
  draftId?: string
  title: string
  failed?: DeskError
}

export type Moments = ReturnType<typeof useMoments>

export function useMoments({ stream, elapsedMs }: OnAir, sendRefusal: ComputedRef<string | undefined>) {
  const { t } = useI18n()
  const { announce } = useAnnounce()
  const drafts = useDrafts()
  const environments = useEnvironments()
  const command = useCommand()
  const lastMark = shallowRef<Mark>()
  let clippedAt = Number.NEGATIVE_INFINITY
  let markedAt = Number.NEGATIVE_INFINITY
  let gone = false
  onScopeDispose(() => (gone = true))

  const moment = (): string =>
    elapsedMs.value === undefined ? formatClock(new Date()) : formatElapsed(elapsedMs.value)
  const refusal = computed(() => (stream.value === undefined ? t('live.refusal.noStream') : sendRefusal.value))

  return {
    busy: command.busy,
    outcome: command.outcome,
    /** Why no clip can be cut; a mark can always be made. */
    refusal,
    lastMark,
    clip(): void {
      if (refusal.value !== undefined) return announce(refusal.value)
      if (stream.value === undefined || performance.now() - clippedAt < sameMs) return
      clippedAt = performance.now()
      const title = t('live.clip.title', { moment: moment() })
      void command.fire(
        {
          label: t('live.clip.now'),
          requests: [
            {
              operation: createClip,
              body: { streamId: stream.value.id, title },
              deed: deedFor('clip_made', { id: stream.value.id, name: title }),
            },
          ],
        },
        pressEdit(environments.selected?.id),
      )
    },
    async mark(): Promise<void> {
      if (performance.now() - markedAt < sameMs) return
      markedAt = performance.now()
      const title = t('live.mark.title', { moment: moment() })
      const environment = environments.selected?.id
      const body = defined({
        streamId: stream.value?.id,
        title,
        at: new Date().toISOString(),
        offsetSeconds: elapsedMs.value === undefined ? undefined : Math.floor(elapsedMs.value / 1_000),
      })
      const made: Mark = await drafts
        .save({ operation: createClip, title, body, tags: ['mark'], ...defined({ environment }) })
        .then(({ id }) => ({ draftId: id, title }))
        .catch((reason: unknown) => ({ title, failed: asDeskError(reason) }))
      if (!gone) lastMark.value = made
      announce(t(made.failed === undefined ? 'live.mark.made' : 'live.mark.failed', { title }))
    },
  }
}
