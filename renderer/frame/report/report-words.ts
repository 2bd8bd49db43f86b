// The summary of a show in words, for the page, the printed sheet and the file.
import type { DeskErrorShape } from '#contract/errors.ts'
import type { Followed, ShowCheck, ShowCue, ShowEntry, ShowReport, Span } from '#contract/live.ts'
import { formatMoney, formatNumber } from '#kit/composables/locale/numbers.ts'
import { formatClock, formatElapsed, formatInstant, isoDate } from '#kit/composables/time/time.ts'
import { clipsOf, lengthOf, refundsOf, sharesOf, troubleIn, type Refunds } from './summary.ts'

/** How the report says things. */
export interface Say {
  t: (key: string, named?: Record<string, unknown>, n?: number) => string
  check: (check: ShowCheck) => string
  error: (error: DeskErrorShape) => string
  deed: (entry: ShowEntry) => string
}

export interface MarkedMoment {
  title: string
  at: string
}

interface ReportFact {
  id: 'air' | 'show' | 'viewers' | 'moneyIn' | 'moneyBack' | 'moments'
  label: string
  value: string
  /** It was never read, so the value says only that. */
  isUnread: boolean
  notes: string[]
}

export interface ReportPoll {
  id: string
  question: string
  note: string
  total: number | undefined
  options: ReturnType<typeof sharesOf>
}

export interface ReportMoment {
  at: string
  text: string
  /** The intent behind it. */
  entry?: string
}

export interface ReportWords {
  facts: ReportFact[]
  polls: ReportPoll[]
  /** The cues that were fired, oldest first. */
  cues: ReportMoment[]
  moments: ReportMoment[]
  incidents: ReportMoment[]
}

/** The hour of an instant; with its day where that is another than the show's first. */
export const hourIn = ({ show }: ShowReport, at: string): string =>
  isoDate(new Date(at)) === isoDate(new Date(show.startedAt)) ? formatClock(new Date(at)) : formatInstant(new Date(at))

export function reportWords(report: ShowReport, marks: readonly MarkedMoment[], say: Say): ReportWords {
  const { t } = say
  const hour = (at: string): string => hourIn(report, at)
  const { show, endedAt, durationMs, entries, followed } = report
  const clips = clipsOf(entries)
  const span = ({ from, to, seenAt }: Span): string =>
    to === undefined
      ? t('frame.show.report.openSpan', { from: hour(from), at: hour(seenAt) })
      : t('frame.show.report.span', { from: hour(from), to: hour(to) })
  const unread = t('frame.show.report.notRead')

  function air(): Omit<ReportFact, 'id' | 'label'> {
    const { air: spans = [], paused = [], state } = followed ?? {}
    if (spans.length > 0) {
      const rests = paused.length > 0 ? [t('frame.show.report.paused', { time: formatElapsed(lengthOf(paused)) })] : []
      return { value: formatElapsed(lengthOf(spans)), isUnread: false, notes: [...spans.map(span), ...rests] }
    }
    if (state === undefined) return { value: unread, isUnread: true, notes: [] }
    return {
      value: t('frame.show.report.neverOnAir'),
      isUnread: false,
      notes: [t('frame.show.report.lastState', { state: t(`frame.air.${state.state}`), at: hour(state.readAt) })],
    }
  }

  function viewers({ viewers: read }: Partial<Followed> = {}): Omit<ReportFact, 'id' | 'label'> {
    return read === undefined
      ? { value: unread, isUnread: true, notes: [] }
      : {
          value: formatNumber(read.highest),
          isUnread: false,
          notes: [t('frame.show.report.readAt', { at: hour(read.at) })],
        }
  }

  function moneyIn({ money }: Partial<Followed> = {}): Omit<ReportFact, 'id' | 'label'> {
    if (money === undefined) return { value: unread, isUnread: true, notes: [t('frame.show.report.chargesUnread')] }
    const sums = money.sums.map((sum) =>
      t('frame.show.report.charges', { amount: formatMoney(sum), n: formatNumber(sum.count) }, sum.count),
    )
    return {
      value: money.sums.length === 0 ? t('frame.show.report.noCharges') : money.sums.map(formatMoney).join(' \u00b7 '),
      isUnread: false,
      notes: [
        ...sums,
        ...(money.sums.length > 0 && money.net !== true ? [t('frame.show.report.beforeRefunds')] : []),
        t('frame.show.report.readAt', { at: hour(money.readAt) }),
      ],
    }
  }

  const refundText = ({ code, sums, count, withoutAmount }: Refunds): string[] => [
    ...(sums.length === 0
      ? []
      : [
          t(
            `frame.show.report.${code}`,
            { amount: sums.map(formatMoney).join(' \u00b7 '), n: formatNumber(count - withoutAmount) },
            count - withoutAmount,
          ),
        ]),
    ...(withoutAmount === 0
      ? []
      : [t('frame.show.report.withoutAmount', { n: formatNumber(withoutAmount) }, withoutAmount)]),
  ]
  function moneyBack(): Omit<ReportFact, 'id' | 'label'> {
    const refunds = refundsOf(entries)
    const [first] = refunds
    const sum = first?.sums.map(formatMoney).join(' \u00b7 ')
    return {
      value: first === undefined ? t('frame.show.report.noRefunds') : sum || t('frame.show.report.amountUnknown'),
      isUnread: false,
      notes: [...refunds.flatMap(refundText), t('frame.show.report.fromHere')],
    }
  }

  const counted = [
    ...(clips.length > 0 ? [t('frame.show.report.clips', { n: clips.length }, clips.length)] : []),
    ...(marks.length > 0 ? [t('frame.show.report.marked', { n: marks.length }, marks.length)] : []),
  ]
  const facts: ReportFact[] = [
    { id: 'air', label: t('frame.show.report.air'), ...air() },
    {
      id: 'show',
      label: t('frame.show.report.duration'),
      value: formatElapsed(durationMs),
      isUnread: false,
      notes: [
        endedAt === undefined
          ? t('frame.show.report.since', { from: hour(show.startedAt) })
          : t('frame.show.report.span', { from: hour(show.startedAt), to: hour(endedAt) }),
      ],
    },
    { id: 'viewers', label: t('frame.show.report.viewers'), ...viewers(followed) },
    { id: 'moneyIn', label: t('frame.show.report.moneyIn'), ...moneyIn(followed) },
    { id: 'moneyBack', label: t('frame.show.report.moneyBack'), ...moneyBack() },
    {
      id: 'moments',
      label: t('frame.show.report.moments'),
      value: counted.length === 0 ? t('frame.show.report.noMoments') : counted.join(', '),
      isUnread: false,
      notes: [],
    },
  ]

  const moments: ReportMoment[] = [
    ...clips.map((entry) => ({ at: entry.createdAt, text: say.deed(entry), entry: entry.id })),
    ...marks.map(({ at, title }) => ({ at, text: title })),
  ]
  const incidents: ReportMoment[] = [
    ...report.passedOver.map((check) => ({
      at: show.startedAt,
      text: t('frame.show.report.accepted', {
        name: t(`frame.show.check.id.${check.id}`),
        state: t(`frame.show.check.${check.state}`),
        text: say.check(check),
      }),
    })),
    ...(followed?.signalLost ?? []).map((lost) => ({
      at: lost.from,
      text:
        lost.to === undefined
          ? t('frame.show.report.signalLostOpen', { at: hour(lost.seenAt) })
          : t('frame.show.report.signalLost', { to: hour(lost.to), time: formatElapsed(lengthOf([lost])) }),
    })),
    ...troubleIn(entries).map((entry) => ({
      at: entry.createdAt,
      text: [
        t(`deeds.state.${entry.state}`, { deed: say.deed(entry) }),
        ...(entry.error === undefined ? [] : [say.error(entry.error)]),
      ].join('. '),
      entry: entry.id,
    })),
  ]
  const cueText = ({ title, plannedAt, plannedMs, actualMs, state }: ShowCue): string =>
    [
      title || t('frame.show.report.cueUntitled'),
      ...(plannedAt === undefined ? [] : [t('frame.show.report.cuePlanned', { time: hour(plannedAt) })]),
      ...(actualMs === undefined
        ? []
        : plannedMs === undefined
          ? [t('frame.show.report.cueTook', { actual: formatElapsed(actualMs) })]
          : [
              t('frame.show.report.cueTookOf', {
                actual: formatElapsed(actualMs),
                planned: formatElapsed(plannedMs),
              }),
            ]),
      ...(state === 'stopped' ? [t('frame.show.report.cueStopped')] : []),
    ].join(', ')
  const byTime = (list: ReportMoment[]): ReportMoment[] => list.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return {
    facts,
    polls: (followed?.polls ?? []).map((poll) => ({
      id: poll.id,
      question: poll.question,
      total: poll.total,
      note:
        poll.total === undefined
          ? t('frame.show.report.readAt', { at: hour(poll.readAt) })
          : t('frame.show.report.votes', { n: formatNumber(poll.total), at: hour(poll.readAt) }, poll.total),
      options: sharesOf(poll),
    })),
    cues: (report.cues ?? []).map((cue) => ({ at: cue.firedAt, text: cueText(cue) })),
    moments: byTime(moments),
    incidents: byTime(incidents),
  }
}
