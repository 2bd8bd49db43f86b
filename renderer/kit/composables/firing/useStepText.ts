import { useI18n } from 'vue-i18n'
import type { Firing, FiringStep, StepAction } from '#contract/air/firing.ts'

/** What a step of a start, an end or a cue does, in words. */
export function useStepText(): (step: { name: string; action: StepAction }) => string {
  const { t } = useI18n()
  return ({ name, action }) => {
    switch (action.kind) {
      case 'encoder':
        return t(`encoder.step.${action.operation.replace(':', '_')}`, { scene: action.scene ?? name })
      case 'destination':
        return t(`encoder.step.${action.act}`, { name })
      case 'seen':
        return t(`encoder.step.${action.what}`)
      case 'mark':
        return t('encoder.step.mark', { title: action.title })
      case 'wait':
        return t('encoder.step.wait', { text: action.text })
      case 'operation':
        return name
    }
  }
}

/** The step that says most of where a firing stands: what is under way, else what failed, else what comes. */
export function stepInQuestion({ state: now, steps }: Pick<Firing, 'state' | 'steps'>): FiringStep | undefined {
  const isOf = (...states: Array<FiringStep['state']>): FiringStep | undefined =>
    steps.find(({ state }) => states.includes(state))
  const isOn = now === 'running' || now === 'waiting' ? isOf('taking', 'waiting') : undefined
  return isOn ?? isOf('contradicted') ?? isOf('unknown') ?? isOf('planned')
}

/** How each state of a step looks; its word stands beside it. */
export const stepLooks: Readonly<Record<FiringStep['state'], { icon: string; tone: string }>> = {
  planned: { icon: 'i-lucide-circle-dashed', tone: 'text-muted' },
  taking: { icon: 'i-lucide-loader', tone: 'text-info' },
  waiting: { icon: 'i-lucide-hand', tone: 'text-warning' },
  accepted: { icon: 'i-lucide-circle-dot', tone: 'text-info' },
  seen: { icon: 'i-lucide-circle-check', tone: 'text-success' },
  contradicted: { icon: 'i-lucide-circle-x', tone: 'text-error' },
  unknown: { icon: 'i-lucide-circle-help', tone: 'text-warning' },
  skipped: { icon: 'i-lucide-corner-down-right', tone: 'text-toned' },
}
