import type { Context } from '#platform/server/database/db.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import {
  listRevisions,
  type SalesOrderChanges,
  updateSalesOrder,
  overrideOrderCredit,
  readRelatedOfSale,
  importShipments as importShipmentsCall,
  sumSalesOrders,
} from '../contract.ts'
import { deliverOrder, processOrder, shipOrder } from './advance.ts'
import { cancelRest } from './cancellations/cancel-rest.ts'
import * as contract from '../contract.ts'
import { cancelOrder, recallOrder } from './cancellations/give-up.ts'
import { changeSalesOrders } from './many.ts'
import { createSalesOrder } from './create.ts'
import { holdOrder } from './holds/hold.ts'
import { importShipments } from './shipments/import-shipments.ts'
import { relatedOfSale } from './related.ts'
import { releaseOrder } from './holds/release.ts'
import { revisionsOf } from './revisions.ts'
import { readSalesOrder, salesOrderPage, salesOrderSums, shipmentsOf } from './service.ts'

/** What Order Entry does for orders with lines: it prices them, and checks credit and stock. */
type Desk = {
  place: (ctx: Context, form: contract.SalesOrderForm) => Promise<contract.SalesOrderDetails>
  amend: (
    ctx: Context,
    id: number,
    change: { form: SalesOrderChanges; ifMatch: number | undefined },
  ) => Promise<contract.SalesOrderDetails>
}

/** The calls of sales orders; the desk is handed in, because it stands to the right. */
export function salesOrderRoutes(desk: Desk): Route[] {
  return [
    route(contract.listSalesOrders, (ctx, { query }) => salesOrderPage(ctx, query)),
    route(sumSalesOrders, (ctx, { query }) => salesOrderSums(ctx, query)),
    route(contract.readSalesOrder, (ctx, { id }) => readSalesOrder(ctx, id)),
    route(readRelatedOfSale, (ctx, { id }) => relatedOfSale(ctx, id)),
    route(contract.createSalesOrder, (ctx, { body }) =>
      body.items?.length ? desk.place(ctx, body) : createSalesOrder(ctx, body),
    ),
    route(updateSalesOrder, (ctx, { id, ifMatch, body }) =>
      desk.amend(ctx, id, { form: body, ifMatch }),
    ),
    route(contract.processSalesOrder, (ctx, { id, ifMatch }) => processOrder(ctx, id, { ifMatch })),
    route(contract.shipSalesOrder, (ctx, { id, ifMatch, body }) =>
      shipOrder(ctx, id, { ifMatch, ...body }),
    ),
    route(importShipmentsCall, (ctx, { query, body }) => importShipments(ctx, query, body)),
    route(listRevisions, (ctx, { id }) => revisionsOf(ctx, id)),
    route(contract.listShipments, (ctx, { id }) => shipmentsOf(ctx, id)),
    route(contract.deliverSalesOrder, (ctx, { id, ifMatch }) => deliverOrder(ctx, id, { ifMatch })),
    route(contract.cancelSalesOrder, (ctx, { id, ifMatch, body }) =>
      cancelOrder(ctx, id, { ifMatch, reason: body.reason }),
    ),
    route(contract.cancelRestOfOrder, (ctx, { id, ifMatch, body }) =>
      cancelRest(ctx, id, { ifMatch, ...body }),
    ),
    route(contract.recallSalesOrder, (ctx, { id, ifMatch, body }) =>
      recallOrder(ctx, id, { ifMatch, reason: body.reason }),
    ),
    route(contract.holdSalesOrder, (ctx, { id, ifMatch, body }) =>
      holdOrder(ctx, id, { ifMatch, ...body }),
    ),
    route(contract.changeSalesOrders, (ctx, { body }) => changeSalesOrders(ctx, body)),
    route(overrideOrderCredit, (ctx, { id, body, ifMatch }) =>
      releaseOrder(ctx, id, { ifMatch, overrideReason: body.reason }),
    ),
    route(contract.releaseSalesOrder, (ctx, { id, ifMatch }) => releaseOrder(ctx, id, { ifMatch })),
  ]
}
