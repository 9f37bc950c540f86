import { formatMoment } from '#platform/ui/dates/moments.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import type { ApiError } from '#platform/web/send.ts'
import type { BackgroundReport } from '../contract.ts'

type LeftNoticeProps = {
  left: BackgroundReport | undefined
  error: ApiError | null
  /** True if another version created the report and its rows have a different format. */
  isUnreadable: boolean
}

/** The status of a background report. */
export function LeftNotice({ left, error, isUnreadable }: LeftNoticeProps) {
  if (error) {
    const isGone = error.status === 404
    return <Alert>{isGone ? 'That report has expired. Run it again.' : error.message}</Alert>
  }
  if (!left) return null
  if (left.state === 'failed') return <Alert>{`The report failed: ${left.failure}.`}</Alert>
  if (left.state === 'waiting') {
    return (
      <Alert tone="info">
        The report is being prepared. You will be notified when it is ready.
      </Alert>
    )
  }
  if (isUnreadable) return <Alert>That report can no longer be read. Run it again.</Alert>
  return <p className="text-table text-muted">{`As of ${formatMoment(left.doneAt ?? '')}.`}</p>
}
