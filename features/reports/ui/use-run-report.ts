import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type ReportDays, grouped } from '#platform/ui/reports/report.ts'
import { notify } from '#platform/ui/notices/toast.ts'
import { newIdempotencyKey } from '#platform/web/api-hooks.ts'
import { type ApiError, send } from '#platform/web/api-client.ts'
import { groupOf, type ReportOption } from './report-choice.ts'
import {
  saveReportChoice,
  runReportInBackground,
  type BackgroundReportForm,
  type ReportChoice,
} from '../contract.ts'
import type { ReportFormat } from '../rules.ts'
import { download, type FileKind, fileOf } from '#platform/ui/table/export/build-file.ts'

/** A report with its rows. */
export type ReportWithRows = {
  report: ReportOption
  days: ReportDays
  rows: readonly { id: number }[]
}

type ReportRun = {
  report: ReportOption
  days: ReportDays
  use: ReportFormat
  by: string
  /** Stored rows to export as they are. */
  storedReport: ReportWithRows | undefined
  aborter: AbortController
}

/** Runs a report and shows, downloads or prints it. Calls `onMade` with the result. */
export function useRunReport(onFinished: (finished: ReportWithRows, making: ReportRun) => void) {
  const [printedReport, setPrintedReport] = useState<ReportWithRows>()
  const making = useMutation<ReportWithRows, ApiError, ReportRun>({
    mutationFn: async ({ report, days, storedReport, aborter: { signal } }) => {
      if (storedReport) return storedReport
      const answer = await send(report.endpoint, { query: report.queryOf(days), signal })
      return { report, days, rows: report.rowsOf(answer) }
    },
    onSuccess: async (finished, request) => {
      const { use, by } = request
      onFinished(finished, request)
      if (use === 'csv' || use === 'xlsx') {
        const rows = grouped(groupOf(finished.report, { by }), finished.rows).map(
          (group) => group.rows,
        )
        download(await fileOf(use, finished.report.columns, rows), nameOf(finished, use))
      }
      if (use !== 'print') return
      flushSync(() => setPrintedReport(finished))
      window.print()
      setPrintedReport(undefined)
    },
  })
  return { making, paper: printedReport }
}

/** Stores the report settings for all devices of the user. */
export function useSaveReportChoice(): (choice: ReportChoice) => void {
  const { mutate } = useMutation<unknown, ApiError, ReportChoice>({
    mutationFn: (body) => send(saveReportChoice, { body }),
    onError: showNotice('Your report choices were not saved'),
  })
  return mutate
}

type Order = { choice: ReportChoice; report: ReportOption; days: ReportDays }

/** Requests a background report. */
export function useBackgroundReport(onStarted: () => void) {
  const { mutate, isPending } = useMutation<unknown, ApiError, Order>({
    mutationFn: ({ choice, report, days }) => {
      // Each report defines its own query fields; all values are text.
      const query = (report.queryOf(days) ?? {}) as BackgroundReportForm['query']
      const body = { choice, days, query }
      return send(runReportInBackground, { body, idempotencyKey: newIdempotencyKey() })
    },
    onSuccess: (_, { report }) => {
      notify({ title: 'Success', text: `You will be notified when ${report.title} is ready` })
      onStarted()
    },
    onError: showNotice('Failed to start the report'),
  })
  return { start: mutate, isStarting: isPending }
}

function showNotice(text: string) {
  return ({ sentence }: ApiError) =>
    notify({ title: 'Error', text, tone: 'danger', ...(sentence && { detail: sentence }) })
}

function nameOf({ report: { id, dateMode }, days }: ReportWithRows, kind: FileKind): string {
  const suffixes = { period: `-${days.from}-${days.to}`, day: `-${days.asOf}`, now: '' }
  return `${id}${suffixes[dateMode]}.${kind}`
}
