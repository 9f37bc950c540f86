import { payableReports } from '#features/ap-reports/ui/report-definitions.ts'
import { receivableReports } from '#features/ar-reports/ui/report-definitions.ts'
import { dashboardReports } from '#features/dashboard/ui/report-definitions.ts'

/** All reports, in the order of the report dialog. */
export const allReports = [...payableReports, ...receivableReports, ...dashboardReports]
