import { batchedRoute, route, type Route } from '#platform/server/http/route.ts'
import { requestCreditApproval } from './request-credit-approval.ts'
import * as contract from '../contract.ts'
import { deleteOrderDraft, listOrderDrafts, saveOrderDraft } from './drafts.ts'
import { handOverOrderDraft, handOverUnsentOrder } from './hand-over-draft.ts'
import { importOrders } from './import/import.ts'
import { undoOrderImport } from './import/import-undo.ts'
import { releaseApproval } from './approvals/release-approvals.ts'
import { createEnteredOrders, previewOrders, validateOrders } from './service.ts'

export const orderEntryRoutes: Route[] = [
  batchedRoute(contract.validateOrder, { max: 64, lanes: 2, run: validateOrders }),
  batchedRoute(contract.previewOrder, { max: 64, lanes: 1, run: previewOrders }),
  batchedRoute(contract.createOrder, { max: 64, lanes: 2, run: createEnteredOrders }),
  route(contract.releaseApproval, (ctx, { body }) => releaseApproval(ctx, body.approvalToken)),
  route(contract.requestCreditApproval, (ctx, { body }) => requestCreditApproval(ctx, body)),
  // Each order has its own idempotency key, so importing a file again creates no duplicates.
  route(contract.importOrders, (ctx, { query, body }) => importOrders(ctx, query, body), {
    ignoresKey: true,
  }),
  route(contract.undoOrderImport, (ctx, { id }) => undoOrderImport(ctx, id)),
  route(contract.listOrderDrafts, (ctx) => listOrderDrafts(ctx)),
  route(contract.saveOrderDraft, (ctx, { body }) => saveOrderDraft(ctx, body)),
  route(contract.handOverOrderDraft, (ctx, { id }) => handOverOrderDraft(ctx, id)),
  route(contract.handOverUnsentOrder, (ctx, { body }) => handOverUnsentOrder(ctx, body)),
  route(contract.deleteOrderDraft, (ctx, { id }) => deleteOrderDraft(ctx, id)),
]
