import { type Route, route } from '#platform/server/http/route.ts'
import {
  readApprovalLevels,
  readApprovers,
  updateApprovalLevels,
} from './approval/approval-levels.ts'
import * as acts from './transitions.ts'
import * as contract from '../contract.ts'
import { createPurchaseOrder } from './create-purchase-order.ts'
import { importPurchaseOrders, undoPurchaseImport } from './import/import.ts'
import { listAllReceipts } from './receipts/list-all-receipts.ts'
import { listReceipts } from './receipts/receipts.ts'
import { reverseReceipt } from './receipts/reverse-receipt.ts'
import { readRelatedOfPurchase } from './related-records.ts'
import { readPurchaseOrder } from './read-order.ts'
import * as service from './service.ts'
import { listSimilarReceipts } from './receipts/similar-receipts.ts'

export const purchaseOrderRoutes: Route[] = [
  route(contract.readApprovalLevels, (ctx) => readApprovalLevels(ctx)),
  route(contract.readApprovers, (ctx) => readApprovers(ctx)),
  route(contract.updateApprovalLevels, (ctx, { body }) => updateApprovalLevels(ctx, body)),
  route(contract.listPurchaseOrders, (ctx, { query }) => service.listPurchaseOrders(ctx, query)),
  route(contract.sumPurchaseOrders, (ctx, { query }) => service.sumPurchaseOrders(ctx, query)),
  route(contract.readPurchaseOrder, (ctx, { id }) => readPurchaseOrder(ctx, id)),
  route(contract.listSimilarReceipts, (ctx, { id, query }) =>
    listSimilarReceipts(ctx, id, query.deliveryNote),
  ),
  route(contract.reverseReceipt, (ctx, { id, body }) => reverseReceipt(ctx, id, body)),
  route(contract.listReceipts, (ctx, { id }) => listReceipts(ctx, id)),
  route(contract.listAllReceipts, (ctx, { query }) => listAllReceipts(ctx, query)),
  route(contract.readRelatedOfPurchase, (ctx, { id }) => readRelatedOfPurchase(ctx, id)),
  route(contract.createPurchaseOrder, (ctx, { body }) => createPurchaseOrder(ctx, body)),
  route(contract.importPurchaseOrders, (ctx, { query, body }) =>
    importPurchaseOrders(ctx, query, body),
  ),
  route(contract.undoPurchaseImport, (ctx, { id }) => undoPurchaseImport(ctx, id)),
  route(contract.updatePurchaseOrder, (ctx, { id, body }, ifMatch) =>
    service.updatePurchaseOrder(ctx, id, { form: body, ifMatch }),
  ),
  route(contract.submitPurchaseOrder, (ctx, { id }, ifMatch) =>
    acts.submitPurchaseOrder(ctx, id, { ifMatch }),
  ),
  route(contract.approvePurchaseOrder, (ctx, { id }, ifMatch) =>
    acts.approvePurchaseOrder(ctx, id, { ifMatch }),
  ),
  route(contract.rejectPurchaseOrder, (ctx, { id, body }, ifMatch) =>
    acts.rejectPurchaseOrder(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.withdrawPurchaseOrder, (ctx, { id }, ifMatch) =>
    acts.withdrawPurchaseOrder(ctx, id, { ifMatch }),
  ),
  route(contract.receivePurchaseOrder, (ctx, { id, body }, ifMatch) =>
    acts.receivePurchaseOrder(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.closePurchaseOrder, (ctx, { id, body }, ifMatch) =>
    acts.closePurchaseOrder(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.cancelPurchaseOrder, (ctx, { id, body }, ifMatch) =>
    acts.cancelPurchaseOrder(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.changePurchaseOrders, (ctx, { body }) => acts.changePurchaseOrders(ctx, body)),
]
