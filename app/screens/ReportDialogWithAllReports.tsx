import type { ComponentProps } from 'react'
import { ReportDialog } from '#features/reports/ui/ReportDialog.tsx'
import { allReports } from './all-reports.ts'

/** The report dialog with all reports. */
export function ReportDialogWithAllReports(
  props: Omit<ComponentProps<typeof ReportDialog>, 'reports'>,
) {
  return <ReportDialog {...props} reports={allReports} />
}
