import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { dayField, momentText } from '#platform/kernel/fields.ts'
import { reportFormats, reportIds, reportPeriods } from './rules.ts'

/** A user's report settings. Only a custom period has its own days. */
export const reportChoice = z
  .object({
    report: z.enum(reportIds),
    /** The id of the grouping; empty for none. */
    by: z.string().check(z.regex(/^[a-zA-Z]{0,30}$/, { error: 'Invalid input' }), z.maxLength(30)),
    format: z.enum(reportFormats),
    period: z.enum(reportPeriods),
    custom: z.nullable(z.object({ from: dayField, to: dayField })),
  })
  .check(
    z.refine(({ period, custom }) => (period === 'custom') === (custom !== null), {
      error: 'Required for a custom period; not allowed otherwise',
      path: ['custom'],
    }),
    z.refine(({ custom }) => custom === null || custom.from <= custom.to, {
      error: 'Must not be before the first day',
      path: ['custom', 'to'],
    }),
  )
export type ReportChoice = z.output<typeof reportChoice>

export const storedChoice = z.object({
  choice: z.nullable(reportChoice),
  /** Why the stored settings cannot be read. */
  whyNot: z.optional(z.string()),
})
export type StoredChoice = z.infer<typeof storedChoice>

export const readReportChoice = endpoint('GET', '/api/reports/choice', {
  permission: 'reports.own',
  returns: storedChoice,
  summary: 'The last report choices of the signed-in user, or null',
})
export const saveReportChoice = endpoint('POST', '/api/reports/choice', {
  permission: 'reports.own',
  body: reportChoice,
  returns: storedChoice,
  summary: 'Saves the report choices of the signed-in user',
})

export const days = z.object({ from: dayField, to: dayField, asOf: dayField })

export const backgroundReportForm = z.object({
  choice: reportChoice,
  days,
  /** The query parameters of the report's endpoint, as in its URL. */
  query: z.record(z.string().check(z.maxLength(30)), z.string().check(z.maxLength(30))),
})
export type BackgroundReportForm = z.output<typeof backgroundReportForm>

/** A report that runs in the background. */
export const backgroundReport = z.object({
  id: z.int(),
  choice: reportChoice,
  days,
  state: z.enum(['waiting', 'made', 'failed']),
  /** Why it failed. */
  failure: z.nullable(z.string()),
  /** When it finished or failed. */
  doneAt: z.nullable(momentText),
  /** The response of the report's endpoint; null until finished. */
  answer: z.unknown(),
})
export type BackgroundReport = z.infer<typeof backgroundReport>

export const runReportInBackground = endpoint('POST', '/api/reports/left', {
  permission: 'reports.own',
  body: backgroundReportForm,
  returns: backgroundReport,
  status: 201,
  summary: 'Runs a report in the background; a notification announces the result',
})
export const readBackgroundReport = endpoint('GET', '/api/reports/left/:id', {
  permission: 'reports.own',
  returns: backgroundReport,
  summary: 'One of your background reports, kept for a week',
})
