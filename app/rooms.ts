import type { FastifyRequest } from 'fastify'
import { apiKeyRoutes } from '#features/api-keys/server/routes.ts'
import { apReportRoutes } from '#features/ap-reports/server/routes.ts'
import { arReportRoutes } from '#features/ar-reports/server/routes.ts'
import { backtestRoutes } from '#features/backtests/server/routes.ts'
import type { ImportedTable } from '#features/audit/contract.ts'
import { auditRoutes } from '#features/audit/server/routes.ts'
import { hasKey, identifyKey } from '#features/api-keys/server/identify-key.ts'
import { historyPermissionOf } from '#features/auth/history-permissions.ts'
import { signUpRules } from '#features/auth/server/sign-up-policy.ts'
import { linkBaseOf } from '#features/auth/server/links/queue-account-emails.ts'
import { authRoutes } from '#features/auth/server/routes.ts'
import type { SignOnConfig } from '#features/auth/server/single-sign-on/provider.ts'
import { channelRoutes } from '#features/edi/server/routes.ts'
import { reopen850, runOrder850, markClosed850Done } from '#features/edi/server/service.ts'
import { bulkChangeRoutes } from '#features/bulk-changes/server/routes.ts'
import { visibleKinds } from '#features/bulk-changes/rules.ts'
import { commentRoutes } from '#features/comments/server/routes.ts'
import { customerRoutes } from '#features/customers/server/routes.ts'
import { dashboardRoutes } from '#features/dashboard/server/routes.ts'
import { hiddenDigestFields, hiddenOrderFields } from '#features/decisions/rules.ts'
import { decisionRoutes } from '#features/decisions/server/routes.ts'
import { dunningDocuments } from '#features/dunning/server/document-sources.ts'
import { dunningRoutes } from '#features/dunning/server/routes.ts'
import { documentRoutes } from '#features/documents/server/routes.ts'
import { intakeRoutes } from '#features/intake/server/routes.ts'
import { ledgerRoutes } from '#features/journal/server/routes.ts'
import { notificationRoutes } from '#features/notifications/server/routes.ts'
import { notify } from '#features/notifications/server/service.ts'
import { unreadProbe } from '#features/notifications/server/unread-count-probe.ts'
import { previewOrderChange } from '#features/order-entry/server/amendments/preview-order-change.ts'
import { updateSalesOrder } from '#features/order-entry/server/amendments/update-sales-order.ts'
import { runImportedFile } from '#features/order-entry/server/import/run-imported-file.ts'
import { createSalesOrder } from '#features/order-entry/server/placing/create-recorded-order.ts'
import { readSalesOrder } from '#features/order-entry/server/release-advice/read-sales-order.ts'
import { replayDecision } from '#features/order-entry/server/replay/replay-decision.ts'
import { orderEntryRoutes } from '#features/order-entry/server/routes.ts'
import { withOrderEntry } from '#features/order-entry/server/service.ts'
import { payableRoutes } from '#features/payables/server/routes.ts'
import { pricingRoutes } from '#features/pricing/server/routes.ts'
import { purchaseOrderDocuments } from '#features/purchase-orders/server/document-sources.ts'
import { purchaseOrderRoutes } from '#features/purchase-orders/server/routes.ts'
import { hiddenPurchaseFields } from '#features/purchase-orders/rules.ts'
import { receivableDocuments } from '#features/receivables/server/document-sources.ts'
import { personalDataRoutes } from '#features/personal-data/server/routes.ts'
import { purchaseProposalRoutes } from '#features/purchase-proposals/server/routes.ts'
import { receivableRoutes } from '#features/receivables/server/routes.ts'
import { reportRoutes } from '#features/reports/server/routes.ts'
import { requisitionRoutes } from '#features/requisitions/server/routes.ts'
import { returnDocuments } from '#features/returns/server/document-sources.ts'
import { returnRoutes } from '#features/returns/server/routes.ts'
import { fillBackorders } from '#features/sales-orders/server/reservations/backorders.ts'
import { salesOrderDocuments } from '#features/sales-orders/server/document-sources.ts'
import { salesOrderRoutes } from '#features/sales-orders/server/routes.ts'
import { searchRoutes } from '#features/search/server/routes.ts'
import { settingsRoutes } from '#features/settings/server/routes.ts'
import { businessDay, businessZone } from '#features/settings/server/service.ts'
import { skuRoutes } from '#features/skus/server/routes.ts'
import { applyCostMethod } from '#features/skus/server/valuation/revaluation.ts'
import { hiddenSkuFields } from '#features/skus/rules.ts'
import { sourcingRoutes } from '#features/sourcing/server/routes.ts'
import { stockRoutes } from '#features/stock/server/routes.ts'
import { systemHealthRoutes } from '#features/system-health/server/routes.ts'
import { vendorPaymentRoutes } from '#features/vendor-payments/server/routes.ts'
import { vendorRoutes } from '#features/vendors/server/routes.ts'
import { viewRoutes } from '#features/views/server/routes.ts'
import type { WebhookConfig } from '#features/webhooks/server/address.ts'
import { webhookRoutes } from '#features/webhooks/server/routes.ts'
import { wmsChangeProbe } from '#features/wms-integration/server/change-probe.ts'
import { wmsRoutes } from '#features/wms-integration/server/routes.ts'
import type { WmsConfig } from '#features/wms-integration/server/connection.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import type { Actor, Context } from '#platform/server/database/db.ts'
import type { Route } from '#platform/server/http/route.ts'
import { permissionChecks } from './permission-checks.ts'
import { retentionRules } from './jobs/retention-rules.ts'
import { isStillSignedIn } from '#features/auth/server/identify.ts'

/** What each document shows, by its room. */
export const documentSources = {
  ...receivableDocuments,
  ...dunningDocuments,
  ...salesOrderDocuments,
  ...purchaseOrderDocuments,
  ...returnDocuments,
}

/** What Order Entry decides for sales orders. */
const orderEntryCalls = {
  createSalesOrder,
  readSalesOrder,
  updateSalesOrder,
  previewOrderChange,
}

type RoomsConfig = Pick<Config, 'SIGN_UP'> &
  Partial<Pick<Config, 'SMTP_URL' | 'PUBLIC_URL' | 'HOST' | 'TRUSTED_PROXY' | 'PORT'>> &
  SignOnConfig &
  WmsConfig &
  WebhookConfig

/** The fields in the history of each kind of record that some roles may not see. */
const hiddenFieldsOfKind = {
  sku: hiddenSkuFields,
  vendor: hiddenSkuFields,
  purchase_order: hiddenPurchaseFields,
  sales_order: hiddenOrderFields,
  decision: hiddenDigestFields,
}

/** All routes of all features, in feature order. */
export function rooms(config: RoomsConfig): Route[] {
  const routes = [
    ...authRoutes({
      rules: signUpRules(config),
      linkBase: linkBaseOf(config),
      config,
      dayOf: businessDay,
      notifyAdministrators: (ctx, note) =>
        notify(ctx, [{ roles: ['admin'], kind: 'system', link: '/settings?tab=users', ...note }]),
    }),
    ...settingsRoutes(applyCostMethod),
    ...apiKeyRoutes,
    ...auditRoutes(hiddenFieldsOfKind, {
      isStillSignedIn: maySeeChanges,
      mayReadHistory,
      mayImport,
      probes: [wmsChangeProbe, unreadProbe],
      zone: businessZone,
    }),
    ...documentRoutes(documentSources, config.SMTP_URL !== undefined),
    ...notificationRoutes(config.SMTP_URL !== undefined),
    ...commentRoutes,
    ...viewRoutes,
    ...webhookRoutes(config),
    ...customerRoutes,
    ...vendorRoutes,
    ...skuRoutes(fillBackorders),
    ...pricingRoutes,
    ...stockRoutes,
    ...sourcingRoutes,
    ...ledgerRoutes,
    ...receivableRoutes,
    ...dunningRoutes,
    ...decisionRoutes({ replayDecision }),
    ...salesOrderRoutes(orderEntryCalls),
    ...purchaseOrderRoutes,
    ...requisitionRoutes,
    ...purchaseProposalRoutes,
    ...payableRoutes,
    ...vendorPaymentRoutes,
    ...intakeRoutes({
      withOrderEntry,
      runners: { csv: runImportedFile, edi: runOrder850 },
      closingEffects: { edi: markClosed850Done },
      reopeningEffects: { edi: reopen850 },
    }),
    ...orderEntryRoutes,
    ...returnRoutes,
    ...channelRoutes,
    ...wmsRoutes(config),
    ...apReportRoutes,
    ...arReportRoutes,
    ...dashboardRoutes(config),
    ...backtestRoutes,
    ...searchRoutes,
    ...personalDataRoutes,
    ...bulkChangeRoutes,
  ]
  // Report routes are built from the routes of all features.
  routes.push(...reportRoutes(routes))
  // System health probes the routes of all other features, so it comes last.
  routes.push(...systemHealthRoutes(routes, retentionRules))
  return routes
}

/** Whether a user may import into a table and undo an import. */
function mayImport(user: Context['user'], table: ImportedTable): boolean {
  return visibleKinds(user).includes(`${table}:import`)
}

/** Whether a change-stream listener may continue: a valid API key or a live session. */
async function maySeeChanges(request: FastifyRequest, ctx: Context): Promise<boolean> {
  if (!hasKey(request)) return isStillSignedIn(request, ctx)
  const owner = await identifyKey(request, { ...ctx, now: new Date() })
  const isSameRole = owner?.role === ctx.user?.role
  const isSameRights = owner?.grants?.join() === ctx.user?.grants?.join()
  return owner !== undefined && isSameRole && isSameRights
}

/** Whether a caller may read the history of an entity; false for an unknown entity. */
function mayReadHistory(user: Actor, entity: string): boolean {
  const permission = historyPermissionOf(entity)
  return permission !== undefined && permissionChecks.may(user, { method: 'GET', permission })
}
