import type { Permission } from '#features/auth/rules.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type PeriodName, periodOf } from '#platform/ui/dates/periods.ts'
import { type Report, type ReportDays, rowsIn } from '#platform/ui/reports/report.ts'
import type { BackgroundReport, ReportChoice } from '../contract.ts'
import type { ReportFormat, ReportId } from '../rules.ts'
import type { ReportWithRows } from './use-run-report.ts'

export type ReportOption = Report<Permission>
export type Period = Pick<ReportDays, 'from' | 'to'>

/** The selected period and the id of the grouping, or an empty string. */
export type Choice = { name: PeriodName; custom: Period; asOf: Day; by: string }

const defaultPeriod = 'last30'

/** The initial settings: the last ones, with named periods relative to today. */
export function choiceOf(stored: ReportChoice | undefined, today: Day): Choice {
  const { period = defaultPeriod, custom, by = '' } = stored ?? {}
  const days = custom ?? periodOf(period === 'custom' ? defaultPeriod : period, today)
  return { name: period, custom: days, asOf: today, by }
}

/**
 * The settings of a background report: the named period if it still has the same days, else a
 * custom one.
 */
export function backgroundChoice(
  { choice: { period, by }, days }: BackgroundReport,
  today: Day,
): Choice {
  const { asOf, ...custom } = days
  const now = period === 'custom' ? undefined : periodOf(period, today)
  const isSame = now?.from === custom.from && now.to === custom.to
  return { name: isSame ? period : 'custom', custom, asOf, by }
}

/** Converts the settings for storage; drops invalid date ranges and groupings of other reports. */
export function storedChoiceOf(
  report: ReportOption,
  choice: Choice,
  format: ReportFormat,
): ReportChoice {
  const { name, custom } = choice
  const isCustom = name === 'custom' && custom.from <= custom.to
  return {
    // A test checks that all report ids are valid for storage.
    report: report.id as ReportId,
    by: groupOf(report, choice)?.id ?? '',
    format,
    period: name === 'custom' && !isCustom ? defaultPeriod : name,
    custom: isCustom ? custom : null,
  }
}

/** The selected grouping, if the report has it. */
export function groupOf({ groups }: ReportOption, { by }: Pick<Choice, 'by'>) {
  return groups?.find(({ id }) => id === by)
}

/** Returns the rows of a finished background report; undefined if there are none. */
export function reportWithRows(
  report: ReportOption,
  backgroundReport: BackgroundReport | undefined,
): ReportWithRows | undefined {
  if (backgroundReport?.state !== 'made' || backgroundReport.choice.report !== report.id)
    return undefined
  const rows = rowsIn(report, backgroundReport.answer)
  return rows && { report, days: backgroundReport.days, rows }
}
