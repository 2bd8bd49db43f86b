// A clip of just now with one key, and marks: a mark is kept as the draft of a clip, on this machine and without the platform, to be cut later.
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { ComputedRef, ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { asDeskError } from '#contract/errors.ts'
import type { DeskError } from '#contract/errors.ts'
import { formatClock, formatElapsed } from '../../../composables/time.ts'
import { pressEdit } from '../../../composables/pressed.ts'
import { useAnnounce } from '../../../composables/useAnnounce.ts'
import type { OnAir } from '../../../composables/useOnAir.ts'
import { useDrafts } from '../../../stores/drafts.ts'
import { useEnvironments } from '../../../stores/environments.ts'
import { useCommand } from './useCommand.ts'
import type { Command } from './useCommand.ts'

const createClip = 'POST /api/video/stream/createClip'
/** Presses that follow each other so closely are one. */
const sameMs = 1_500

interface Mark {
  draftId?: string
  title: string
  failed?: DeskError
}

export interface Moments {
  command: Command
  /** Why no clip can be cut; a mark always can be made. */
  refusal: ComputedRef<string | undefined>
  clip(): void
  mark(): Promise<void>
  lastMark: ShallowRef<Mark | undefined>
}

export function useMoments({ stream, elapsedMs }: OnAir, reach: ComputedRef<string | undefined>): Moments {
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
  const refusal = computed(() => (stream.value === undefined ? t('live.refusal.noStream') : reach.value))

  return {
    command,
    refusal,
    lastMark,
    clip() {
      if (refusal.value !== undefined) return announce(refusal.value)
      if (stream.value === undefined || performance.now() - clippedAt < sameMs) return
      clippedAt = performance.now()
      const title = t('live.clip.title', { moment: moment() })
      void command.fire(
        {
          label: t('live.clip.now'),
          requests: [{ operation: createClip, body: { streamId: stream.value.id, title } }],
        },
        pressEdit(environments.selected?.id),
      )
    },
    async mark() {
      if (performance.now() - markedAt < sameMs) return
      markedAt = performance.now()
      const title = t('live.mark.title', { moment: moment() })
      const environment = environments.selected?.id
      const body = {
        ...(stream.value === undefined ? {} : { streamId: stream.value.id }),
        title,
        at: new Date().toISOString(),
        ...(elapsedMs.value === undefined ? {} : { offsetSeconds: Math.floor(elapsedMs.value / 1_000) }),
      }
      const made: Mark = await drafts
        .save({
          operation: createClip,
          title,
          body,
          tags: ['mark'],
          ...(environment === undefined ? {} : { environment }),
        })
        .then(({ id }) => ({ draftId: id, title }))
        .catch((reason: unknown) => ({
          title,
          failed: asDeskError(reason),
        }))
      if (!gone) lastMark.value = made
      announce(t(made.failed === undefined ? 'live.mark.made' : 'live.mark.failed', { title }))
    },
  }
}
