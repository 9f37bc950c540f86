import { Refusal } from '#platform/kernel/refusal.ts'
import {
  type BackgroundReportForm,
  backgroundReportForm,
  type ReportChoice,
  reportChoice,
} from '../contract.ts'
import {
  isOfLaterForm,
  laterForm,
  readStoredFields,
  unreadableFieldSentence,
} from '#platform/kernel/stored-json.ts'

/** The default settings where an earlier version stored none. */
const defaultChoice = { by: '', format: 'screen', period: 'last30', custom: null } as const

/**
 * Reads report settings stored by any version; undefined if this version has no such report.
 * Invalid fields get the defaults.
 */
export function readStoredChoice(stored: unknown): ReportChoice | undefined {
  if (isOfLaterForm(stored)) return undefined
  const { report, ...fields } = readStoredFields(reportChoice.shape, stored).fields
  if (!report) return undefined
  const parsed = reportChoice.safeParse({ ...defaultChoice, ...fields, report })
  return parsed.success ? parsed.data : { ...defaultChoice, report }
}

/** Returns why the stored settings cannot be read. */
export function whyNoChoice(stored: unknown): string {
  return isOfLaterForm(stored) ? laterForm : unreadableFieldSentence('report')
}

/** Reads the stored query of a background report; undefined if it is invalid. */
export function readStoredQuery(stored: unknown): BackgroundReportForm['query'] | undefined {
  if (isOfLaterForm(stored)) return undefined
  const { $form: _, ...query } = (stored ?? {}) as Record<string, unknown>
  const read = backgroundReportForm.shape.query.safeParse(query)
  return read.success ? read.data : undefined
}

/** Reads a background report stored by any version. Throws if this version does not support it. */
export function readStoredReport(stored: { choice: unknown; days: unknown }): {
  choice: ReportChoice
  days: BackgroundReportForm['days']
} {
  const choice = readStoredChoice(stored.choice)
  const days = backgroundReportForm.shape.days.safeParse(stored.days)
  if (choice && days.success && !isOfLaterForm(stored.days)) return { choice, days: days.data }
  const sentence = 'Another version of the program ran this report. Run it again'
  throw new Refusal('refused', 'unreadable-report', sentence)
}
