import { apReportRoutes } from '#features/ap-reports/routes.ts'
import { arReportRoutes } from '#features/ar-reports/routes.ts'
import { auditRoutes } from '#features/audit/routes.ts'
import { isStillSignedIn } from '#features/auth/identity.ts'
import { authRoutes } from '#features/auth/routes.ts'
import { customerRoutes } from '#features/customers/routes.ts'
import { dashboardRoutes } from '#features/dashboard/routes.ts'
import { ledgerRoutes } from '#features/ledger/routes.ts'
import { notificationRoutes } from '#features/notifications/routes.ts'
import { amendOrder } from '#features/order-entry/amend.ts'
import { placeRecorded } from '#features/order-entry/place-recorded.ts'
import { orderEntryRoutes } from '#features/order-entry/routes.ts'
import { payableRoutes } from '#features/payables/routes.ts'
import { pricingRoutes } from '#features/pricing/routes.ts'
import { purchaseOrderRoutes } from '#features/purchase-orders/routes.ts'
import { hiddenPurchaseFields } from '#features/purchase-orders/rules.ts'
import { receivableRoutes } from '#features/receivables/routes.ts'
import { returnRoutes } from '#features/returns/routes.ts'
import { fillBackorders } from '#features/sales-orders/backorders.ts'
import { salesOrderRoutes } from '#features/sales-orders/routes.ts'
import { searchRoutes } from '#features/search/routes.ts'
import { settingsRoutes } from '#features/settings/routes.ts'
import { skuRoutes } from '#features/skus/routes.ts'
import { hiddenSkuFields } from '#features/skus/rules.ts'
import { systemHealthRoutes } from '#features/system-health/routes.ts'
import { vendorPaymentRoutes } from '#features/vendor-payments/routes.ts'
import { vendorRoutes } from '#features/vendors/routes.ts'
import { viewRoutes } from '#features/views/routes.ts'
import { wmsRoutes } from '#features/wms-integration/routes.ts'
import type { WmsConfig } from '#features/wms-integration/connection.ts'
import type { Config } from '#platform/server/config.ts'
import type { Route } from '#platform/server/route.ts'

/** Every call of every room, in the order of the rooms. */
export function rooms(config: Pick<Config, 'SIGN_UP'> & WmsConfig): Route[] {
  const routes = [
    ...authRoutes(config.SIGN_UP),
    ...settingsRoutes,
    ...auditRoutes({ sku: hiddenSkuFields, purchase_order: hiddenPurchaseFields }, isStillSignedIn),
    ...notificationRoutes,
    ...viewRoutes,
    ...customerRoutes,
    ...vendorRoutes,
    ...skuRoutes(fillBackorders),
    ...pricingRoutes,
    ...ledgerRoutes,
    ...receivableRoutes,
    ...salesOrderRoutes({ place: placeRecorded, amend: amendOrder }),
    ...purchaseOrderRoutes,
    ...payableRoutes,
    ...vendorPaymentRoutes,
    ...orderEntryRoutes,
    ...returnRoutes,
    ...wmsRoutes(config),
    ...apReportRoutes,
    ...arReportRoutes,
    ...dashboardRoutes,
    ...searchRoutes,
  ]
  // Health tries the calls of all rooms, its own left out, so it comes last.
  routes.push(...systemHealthRoutes(routes))
  return routes
}
