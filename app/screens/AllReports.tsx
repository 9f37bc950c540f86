import type { ComponentProps } from 'react'
import { ReportDialog } from '#features/reports/ui/ReportDialog.tsx'
import { allReports } from './all-reports.ts'

/** The dialog with every report there is. */
export function NamedReports(props: Omit<ComponentProps<typeof ReportDialog>, 'reports'>) {
  return <ReportDialog {...props} reports={allReports} />
}
