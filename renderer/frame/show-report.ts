import { intentStates } from '#contract/models.ts'
import type { DeskErrorShape } from '#contract/errors.ts'
import type { ShowCheck, ShowEntry, ShowReport } from '#contract/live.ts'
import { formatElapsed, formatInstant } from '#composables/time/time.ts'

/** How the report words things. */
interface Words {
  t: (key: string) => string
  check: (check: ShowCheck) => string
  error: (error: DeskErrorShape) => string
  /** Names of people left out: the text leaves the desk. */
  deed: (entry: ShowEntry) => string
}

export interface MarkedMoment {
  title: string
  at: string
}

export function reportText(
  { show, endedAt, durationMs, counts, entries, passedOver }: ShowReport,
  marks: readonly MarkedMoment[],
  words: Words,
): string {
  const { t } = words
  const both = (at: string): string => `${formatInstant(new Date(at))} (${formatInstant(new Date(at), true)})`
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `- ${line}`)]
  const counted = intentStates
    .filter((state) => counts[state] > 0)
    .map((state) => `${t(`common.state.${state}`)} ${counts[state]}`)
  return [
    show.title,
    `${t('frame.show.report.environment')}: ${t(`common.environment.${show.environment}`)}`,
    `${t('frame.show.report.from')}: ${both(show.startedAt)}`,
    `${t('frame.show.report.to')}: ${endedAt === undefined ? t('frame.show.report.still') : both(endedAt)}`,
    `${t('frame.show.report.duration')}: ${formatElapsed(durationMs)}`,
    ...section(
      t('frame.show.report.passedOver'),
      passedOver.map(
        (check) =>
          `${t(`frame.show.check.id.${check.id}`)} (${t(`frame.show.check.${check.state}`)}): ${words.check(check)}`,
      ),
    ),
    ...section(
      t('frame.show.report.marks'),
      marks.map(({ title, at }) => `${formatInstant(new Date(at))}  ${title}`),
    ),
    ...section(
      t('frame.show.report.done'),
      entries.length === 0
        ? [t('frame.show.report.nothing')]
        : [...(counted.length > 0 ? [counted.join(', ')] : []), ...entries.map((entry) => lineOf(entry, words))],
    ),
    '',
  ].join('\n')
}

function lineOf(entry: ShowEntry, words: Words): string {
  const { createdAt, state, operation, requestId, error } = entry
  return [
    formatInstant(new Date(createdAt)),
    words.t(`common.state.${state}`),
    `${words.deed(entry)} (${operation})`,
    requestId,
    error && words.error(error),
  ]
    .filter(Boolean)
    .join('  ')
}
