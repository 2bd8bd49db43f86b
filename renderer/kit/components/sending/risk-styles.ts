import type { Risk } from '#contract/operation.ts'

export const riskStyles: Record<Risk, { icon: string; tone: string }> = {
  read: { icon: 'i-lucide-eye', tone: 'text-muted' },
  edit: { icon: 'i-lucide-pencil', tone: 'text-toned' },
  onair: { icon: 'i-lucide-radio', tone: 'text-error' },
  money: { icon: 'i-lucide-coins', tone: 'text-warning' },
  destroy: { icon: 'i-lucide-trash-2', tone: 'text-error' },
}
