import type { ComponentProps } from 'react'
import { payableReports } from '#features/ap-reports/named.ts'
import { receivableReports } from '#features/ar-reports/named.ts'
import { ReportDialog } from '#features/dashboard/ReportDialog.tsx'
import { dashboardReports } from '#features/dashboard/named.ts'

const all = [...payableReports, ...receivableReports, ...dashboardReports]

/** Every report there is, by its name. */
export function NamedReports(props: Omit<ComponentProps<typeof ReportDialog>, 'reports'>) {
  return <ReportDialog {...props} reports={all} />
}
