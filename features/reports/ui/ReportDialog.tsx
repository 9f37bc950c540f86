import { useMay } from '#features/auth/ui/parts/current-user.ts'
import type { Day } from '#platform/kernel/days.ts'
import { Dialog, DialogBody } from '#platform/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { useCurrentRecord, useRead } from '#platform/web/api-hooks.ts'
import { readBackgroundReport, readReportChoice } from '../contract.ts'
import type { ReportOption } from './report-choice.ts'
import { ReportRunner } from './ReportRunner.tsx'

type ReportDialogProps = {
  reports: readonly ReportOption[]
  /** The report id; any other value means the last report used. */
  id: string
  /** The id of a background report to open. */
  backgroundReportId: number | undefined
  today: Day
  onReport: (id: string) => void
  onClose: () => void
}

const none = 'Your role cannot run reports.'

/** The dialog that shows, downloads or prints a report, starting with the last settings. */
export function ReportDialog(props: ReportDialogProps) {
  const { reports, id, backgroundReportId, today, onReport, onClose } = props
  const may = useMay()
  const offered = reports.filter(({ permission }) => may(permission))
  // Always fetched, because the settings may have changed on another device.
  const stored = useCurrentRecord(readReportChoice, { everyMs: 0 })
  const isBackground = backgroundReportId !== undefined
  const params = { id: backgroundReportId ?? 0 }
  const background = useRead(readBackgroundReport, { params, enabled: isBackground, everyMs: 0 })
  const choice = stored.data?.choice ?? undefined
  const isNamed = reports.some((each) => each.id === id)
  const reportId = isNamed ? id : choice?.report
  const report = offered.find((each) => each.id === reportId) ?? offered[0]
  if (!report) {
    return (
      <Dialog title="Generate Report" description={none} size="small" onClose={onClose}>
        {null}
      </Dialog>
    )
  }
  const isRead =
    (stored.data ?? stored.error) && (!isBackground || (background.data ?? background.error))
  const sentence = isNamed || isRead ? report.description : undefined
  return (
    <Dialog
      title="Generate Report"
      description={sentence}
      size="details"
      place="Forms"
      onClose={onClose}
    >
      {isRead ? (
        <ReportRunner
          offered={offered}
          report={report}
          isRefused={isNamed && report.id !== id}
          storedChoice={choice}
          storedChoiceError={stored.error?.sentence ?? stored.data?.whyNot}
          backgroundReport={isBackground ? background.data : undefined}
          backgroundReportError={isBackground ? background.error : null}
          today={today}
          onReport={onReport}
          onClose={onClose}
        />
      ) : (
        <DialogBody>
          <Skeleton className="h-16" />
        </DialogBody>
      )}
    </Dialog>
  )
}
