import { Refusal } from '#platform/kernel/refusal.ts'
import {
  type LeaveForm,
  backgroundReportForm,
  type ReportChoice,
  reportChoice,
} from '../contract.ts'
import {
  isOfLaterForm,
  laterForm,
  readKeptFields,
  unreadableFieldSentence,
} from '#platform/kernel/stored-json.ts'

/** How a report is made where an earlier version kept nothing of it. */
const usual = { by: '', format: 'screen', period: 'last30', custom: null } as const

/**
 * The choice of a report as any version kept it; undefined where this one makes no such report.
 * What does not fit is as it is for whoever never chose.
 */
export function readStoredChoice(kept: unknown): ReportChoice | undefined {
  if (isOfLaterForm(kept)) return undefined
  const { report, ...fields } = readKeptFields(reportChoice.shape, kept).fields
  if (!report) return undefined
  const whole = reportChoice.safeParse({ ...usual, ...fields, report })
  return whole.success ? whole.data : { ...usual, report }
}

/** Why a stored choice is none. */
export function whyNoChoice(kept: unknown): string {
  return isOfLaterForm(kept) ? laterForm : unreadableFieldSentence('report')
}

/** What the call of a report that was left is asked for; undefined where that cannot be read. */
export function readStoredQuery(kept: unknown): LeaveForm['query'] | undefined {
  if (isOfLaterForm(kept)) return undefined
  const { $form: _, ...query } = (kept ?? {}) as Record<string, unknown>
  const read = backgroundReportForm.shape.query.safeParse(query)
  return read.success ? read.data : undefined
}

/** A report that was left, as any version kept it. Refuses what this one cannot make or show. */
export function readStoredReport(kept: { choice: unknown; days: unknown }): {
  choice: ReportChoice
  days: LeaveForm['days']
} {
  const choice = readStoredChoice(kept.choice)
  const days = backgroundReportForm.shape.days.safeParse(kept.days)
  if (choice && days.success && !isOfLaterForm(kept.days)) return { choice, days: days.data }
  const sentence = 'This report was asked for in another version of the program. Make it anew'
  throw new Refusal('refused', 'unreadable-report', sentence)
}
