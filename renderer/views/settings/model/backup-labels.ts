import type { Backup, CareKind, ChangePreview } from '#contract/maintenance.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** A label of another version is shown as it is. */
export function labelWords(label: string, t: Translate): string {
  const version = /^before-(\d{4})$/.exec(label)?.[1]
  if (version !== undefined) return t('settings.backups.label.update', { version: Number(version) })
  const known: Record<string, string> = {
    daily: 'daily',
    manual: 'manual',
    'before-restore': 'restore',
    'before-import': 'import',
  }
  const key = known[label]
  return key === undefined ? label : t(`settings.backups.label.${key}`)
}

/** `412 KB`, `1.4 MB`. */
export function sizeWords(
  { bytes }: Pick<Backup, 'bytes'>,
  t: Translate,
  n: (value: number, options: Intl.NumberFormatOptions) => string,
): string {
  const kb = bytes / 1_024
  return kb < 1_000
    ? t('settings.backups.kb', { n: n(Math.max(1, kb), { maximumFractionDigits: 0 }) })
    : t('settings.backups.mb', { n: n(kb / 1_024, { maximumFractionDigits: 1 }) })
}

export function changeCount(preview: ChangePreview, kind: CareKind): number {
  const { added, changed, removed } = preview.kinds[kind]
  return added + changed + removed
}
