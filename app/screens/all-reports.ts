import { payableReports } from '#features/ap-reports/ui/report-definitions.ts'
import { receivableReports } from '#features/ar-reports/ui/report-definitions.ts'
import { dashboardReports } from '#features/dashboard/ui/report-definitions.ts'

/** Every report there is by its name, in the order of the dialog that makes them. */
export const allReports = [...payableReports, ...receivableReports, ...dashboardReports]
