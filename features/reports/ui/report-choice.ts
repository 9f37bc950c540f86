import type { Permission } from '#features/auth/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type PeriodName, periodOf } from '#platform/ui/dates/periods.ts'
import { type Report, type ReportDays, rowsIn } from '#platform/ui/page/report.ts'
import type { BackgroundReport, ReportChoice } from '../contract.ts'
import type { ReportFormat, ReportId } from '../rules.ts'
import type { ReportWithRows } from './use-report-files.ts'

export type Offered = Report<Permission>
export type Period = Pick<ReportDays, 'from' | 'to'>

/** What was chosen of time, and what rows are grouped by: the id of a group, or nothing. */
export type Choice = { name: PeriodName; custom: Period; asOf: Day; by: string }

const usualPeriod = 'last30'

/** What is chosen at first: what was chosen last, of days that are counted from today. */
export function choiceOf(kept: ReportChoice | undefined, today: Day): Choice {
  const { period = usualPeriod, custom, by = '' } = kept ?? {}
  const days = custom ?? periodOf(period === 'custom' ? usualPeriod : period, today)
  return { name: period, custom: days, asOf: today, by }
}

/** What was chosen of a report that was left: its days, by their name where that means them now. */
export function leftChoice({ choice: { period, by }, days }: BackgroundReport, today: Day): Choice {
  const { asOf, ...custom } = days
  const now = period === 'custom' ? undefined : periodOf(period, today)
  const isSame = now?.from === custom.from && now.to === custom.to
  return { name: isSame ? period : 'custom', custom, asOf, by }
}

/** What is kept of a choice; days in the wrong order and groups of other reports are not. */
export function storedChoiceOf(
  report: Offered,
  choice: Choice,
  format: ReportFormat,
): ReportChoice {
  const { name, custom } = choice
  const isCustom = name === 'custom' && custom.from <= custom.to
  return {
    // A test holds the ids of all reports to those that are kept.
    report: report.id as ReportId,
    by: groupOf(report, choice)?.id ?? '',
    format,
    period: name === 'custom' && !isCustom ? usualPeriod : name,
    custom: isCustom ? custom : null,
  }
}

/** What the rows of a report are grouped by, where it knows the group that was chosen. */
export function groupOf({ groups }: Offered, { by }: Pick<Choice, 'by'>) {
  return groups?.find(({ id }) => id === by)
}

/** The rows of a report that was left and is made. */
export function reportWithRows(
  report: Offered,
  left: BackgroundReport | undefined,
): ReportWithRows | undefined {
  if (left?.state !== 'made' || left.choice.report !== report.id) return undefined
  const rows = rowsIn(report, left.answer)
  return rows && { report, days: left.days, rows }
}
