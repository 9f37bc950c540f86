import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import type { ApiError } from '#platform/web/api-client.ts'
import type { BackgroundReport } from '../contract.ts'

type BackgroundReportNoticeProps = {
  queuedReport: BackgroundReport | undefined
  error: ApiError | null
  /** True if another version created the report and its rows have a different format. */
  isUnreadable: boolean
}

/** The status of a background report. */
export function BackgroundReportNotice({
  queuedReport,
  error,
  isUnreadable,
}: BackgroundReportNoticeProps) {
  if (error) {
    const isDeleted = error.status === 404
    return <Alert>{isDeleted ? 'That report has expired. Run it again.' : error.message}</Alert>
  }
  if (!queuedReport) return null
  if (queuedReport.state === 'failed')
    return <Alert>{`The report failed: ${queuedReport.failure}.`}</Alert>
  if (queuedReport.state === 'waiting') {
    return (
      <Alert tone="info">
        The report is being prepared. You will be notified when it is ready.
      </Alert>
    )
  }
  if (isUnreadable) return <Alert>That report can no longer be read. Run it again.</Alert>
  return (
    <p className="text-table text-muted">{`As of ${formatMoment(queuedReport.doneAt ?? '')}.`}</p>
  )
}
