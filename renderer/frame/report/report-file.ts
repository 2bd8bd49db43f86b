// The report as files. They leave the desk: what they are given names no people.
import { intentStates } from '#contract/models.ts'
import type { ShowEntry, ShowReport } from '#contract/live.ts'
import { exportCsv, type ExportColumn } from '#kit/composables/export.ts'
import { formatNumber, formatPercent } from '#kit/composables/locale/numbers.ts'
import { formatInstant } from '#kit/composables/time/time.ts'
import { hourIn, reportWords, type MarkedMoment, type ReportMoment, type ReportPoll, type Say } from './report-words.ts'

/** Signs that Markdown would read as its own, and line breaks. Within a word an underscore is none. */
const ownSigns = /[\\`*[\]<>~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const plainText = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(ownSigns, String.raw`\$&`)

const bothZones = (at: string): string => `${formatInstant(new Date(at))} (${formatInstant(new Date(at), true)})`

export function reportMarkdown(report: ShowReport, marks: readonly MarkedMoment[], say: Say): string {
  const { t } = say
  const { show, endedAt, entries, counts } = report
  const { facts, polls, cues, moments, incidents } = reportWords(report, marks, say)
  const section = (title: string, lines: readonly string[]): string[] => ['', `## ${title}`, '', ...lines]
  const row = (label: string, value: string): string => `- **${label}:** ${plainText(value)}`
  const moment = ({ at, text }: ReportMoment): string => `- ${hourIn(report, at)} ${plainText(text)}`
  const counted = intentStates
    .filter((state) => counts[state] > 0)
    .map((state) => `${t(`common.state.${state}`)} ${formatNumber(counts[state])}`)
  return [
    `# ${plainText(show.title)}`,
    '',
    row(t('frame.show.report.environment'), t(`common.environment.${show.environment}`)),
    row(t('frame.show.report.from'), bothZones(show.startedAt)),
    row(t('frame.show.report.to'), endedAt === undefined ? t('frame.show.report.still') : bothZones(endedAt)),
    ...section(
      t('frame.show.report.summary'),
      facts.map(({ label, value, notes }) => row(label, notes.length === 0 ? value : `${value} (${notes.join('; ')})`)),
    ),
    ...(polls.length === 0 ? [] : section(t('frame.show.report.polls'), polls.flatMap(pollLines))),
    ...(cues.length === 0 ? [] : section(t('frame.show.report.cues'), cues.map(moment))),
    ...(moments.length === 0 ? [] : section(t('frame.show.report.moments'), moments.map(moment))),
    ...section(
      t('frame.show.report.incidents'),
      incidents.length === 0 ? [t('frame.show.report.noIncidents')] : incidents.map(moment),
    ),
    ...section(
      t('frame.show.report.done'),
      entries.length === 0
        ? [t('frame.show.report.nothing')]
        : [counted.join(', '), '', ...entries.map((entry) => deedLine(report, entry, say))],
    ),
    '',
  ].join('\n')
}

function pollLines({ question, note, options }: ReportPoll): string[] {
  return [
    `- **${plainText(question)}** (${plainText(note)})`,
    ...options.map(
      ({ text, votes, percent }) =>
        `  - ${plainText(text)}: ${votes === undefined ? '\u2013' : formatNumber(votes)}${percent === undefined ? '' : ` (${formatPercent(percent)})`}`,
    ),
  ]
}

function deedLine(report: ShowReport, entry: ShowEntry, say: Say): string {
  const { createdAt, state, operation, requestId, error } = entry
  const details = [`\`${operation}\``, requestId && plainText(requestId), error && plainText(say.error(error))]
  return `- ${hourIn(report, createdAt)} ${say.t(`common.state.${state}`)}: ${plainText(say.deed(entry))} (${details.filter(Boolean).join(', ')})`
}

/** One row for each deed, oldest first. */
export function saveReportCsv(name: string, { entries }: ShowReport, say: Say): Promise<void> {
  const { t } = say
  const column = (
    label: string,
    text: (entry: ShowEntry) => string | undefined,
    kind: ExportColumn['kind'] = 'text',
  ): ExportColumn => ({
    label,
    kind,
    read(row) {
      const entry = entries[Number(row.row)]
      const shown = (entry && text(entry)) ?? ''
      return kind === 'instant' && shown !== '' ? { text: shown, sort: Date.parse(shown) } : { text: shown }
    },
  })
  return exportCsv(
    name,
    [
      column(t('frame.show.report.column.time'), ({ createdAt }) => createdAt, 'instant'),
      column(t('frame.show.report.column.deed'), (entry) => say.deed(entry)),
      column(t('frame.show.report.column.state'), ({ state }) => t(`common.state.${state}`)),
      column(t('frame.show.report.column.settled'), ({ settledAt }) => settledAt, 'instant'),
      column(t('frame.show.report.column.error'), ({ error }) => error && say.error(error)),
      column(t('frame.show.report.column.record'), ({ record }) => record),
      column(t('frame.show.report.column.operation'), ({ operation }) => operation),
      column(t('frame.show.report.column.requestId'), ({ requestId }) => requestId),
    ],
    entries.map((_, row) => ({ row })),
  )
}
