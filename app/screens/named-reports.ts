import { payableReports } from '#features/ap-reports/ui/named.ts'
import { receivableReports } from '#features/ar-reports/ui/named.ts'
import { dashboardReports } from '#features/dashboard/ui/named.ts'

/** Every report there is by its name, in the order of the dialog that makes them. */
export const namedReports = [...payableReports, ...receivableReports, ...dashboardReports]
