import type { Context } from '#platform/server/database/db.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { deliverSalesOrder, processSalesOrder, shipSalesOrder } from './transitions.ts'
import { cancelOpenUnits } from './cancellations/cancel-open-units.ts'
import * as contract from '../contract.ts'
import { cancelSalesOrder, recallSalesOrder } from './cancellations/cancellation.ts'
import { changeSalesOrders } from './bulk-actions.ts'
import { createSalesOrder } from './create-header-only-order.ts'
import { holdSalesOrder } from './holds/hold.ts'
import { importShipments } from './shipments/import-shipments.ts'
import { listAllShipments, listShipments } from './shipments/list-shipments.ts'
import { readRelatedOfSale } from './related-records.ts'
import { overrideOrderCredit, releaseSalesOrder } from './holds/release.ts'
import { decideParkedOrder, readParkedOrder } from './parking/parking.ts'
import { previewReallocation, reallocateStock } from './reservations/reallocate-stock.ts'
import { readReservations } from './reservations/read-reservations.ts'
import { listRevisions } from './revisions.ts'
import { readSalesOrder } from './read-order.ts'
import { listSalesOrders, sumSalesOrders } from './service.ts'

/**
 * The Order Entry functions for orders with lines: pricing, credit and stock checks, and the advice
 * that follows from them.
 */
type OrderEntryCalls = {
  /** With what releases an order on hold. */
  readSalesOrder: (ctx: Context, id: number) => Promise<contract.SalesOrderDetails>
  createSalesOrder: (
    ctx: Context,
    form: contract.SalesOrderForm,
    bodyText: string,
  ) => Promise<contract.SalesOrderDetails>
  updateSalesOrder: (
    ctx: Context,
    id: number,
    change: { form: contract.SalesOrderChanges; ifMatch: number | undefined },
  ) => Promise<contract.SalesOrderDetails>
  previewOrderChange: (
    ctx: Context,
    id: number,
    form: contract.SalesOrderChanges,
  ) => Promise<contract.ChangePreview>
}

/**
 * The sales order routes. Order Entry functions are injected, because that feature depends on this
 * one.
 */
export function salesOrderRoutes(fixture: OrderEntryCalls): Route[] {
  return [
    route(contract.listSalesOrders, (ctx, { query }) => listSalesOrders(ctx, query)),
    route(contract.sumSalesOrders, (ctx, { query }) => sumSalesOrders(ctx, query)),
    route(contract.readSalesOrder, (ctx, { id }) => fixture.readSalesOrder(ctx, id)),
    route(contract.readRelatedOfSale, (ctx, { id }) => readRelatedOfSale(ctx, id)),
    route(
      contract.createSalesOrder,
      (ctx, { body, request }) =>
        body.items?.length
          ? fixture.createSalesOrder(ctx, body, request.bodyText)
          : createSalesOrder(ctx, body),
      { readAgain: readSalesOrder },
    ),
    route(contract.updateSalesOrder, (ctx, { id, body }, ifMatch) =>
      fixture.updateSalesOrder(ctx, id, { form: body, ifMatch }),
    ),
    route(contract.previewOrderChange, (ctx, { id, body }) =>
      fixture.previewOrderChange(ctx, id, body),
    ),
    route(contract.processSalesOrder, (ctx, { id }, ifMatch) =>
      processSalesOrder(ctx, id, { ifMatch }),
    ),
    route(contract.shipSalesOrder, (ctx, { id, body }, ifMatch) =>
      shipSalesOrder(ctx, id, { ifMatch, ...body }),
    ),
    route(contract.importShipments, (ctx, { query, body }) => importShipments(ctx, query, body)),
    route(contract.listRevisions, (ctx, { id }) => listRevisions(ctx, id)),
    route(contract.listShipments, (ctx, { id }) => listShipments(ctx, id)),
    route(contract.listAllShipments, (ctx, { query }) => listAllShipments(ctx, query)),
    route(contract.deliverSalesOrder, (ctx, { id }, ifMatch) =>
      deliverSalesOrder(ctx, id, { ifMatch }),
    ),
    route(contract.cancelSalesOrder, (ctx, { id, body }, ifMatch) =>
      cancelSalesOrder(ctx, id, { ifMatch, reason: body.reason }),
    ),
    route(contract.cancelOpenUnits, (ctx, { id, body }, ifMatch) =>
      cancelOpenUnits(ctx, id, { ifMatch, ...body }),
    ),
    route(contract.recallSalesOrder, (ctx, { id, body }, ifMatch) =>
      recallSalesOrder(ctx, id, { ifMatch, reason: body.reason }),
    ),
    route(contract.holdSalesOrder, (ctx, { id, body }, ifMatch) =>
      holdSalesOrder(ctx, id, { ifMatch, ...body }),
    ),
    route(contract.readParkedOrder, (ctx, { id }) => readParkedOrder(ctx, id)),
    route(contract.decideParkedOrder, (ctx, { id, body }, ifMatch) =>
      decideParkedOrder(ctx, id, { ifMatch, decision: body.decision }),
    ),
    route(contract.changeSalesOrders, (ctx, { body }) => changeSalesOrders(ctx, body)),
    route(contract.overrideOrderCredit, (ctx, { id, body }, ifMatch) =>
      overrideOrderCredit(ctx, id, { ...body, ifMatch }),
    ),
    route(contract.releaseSalesOrder, (ctx, { id }, ifMatch) =>
      releaseSalesOrder(ctx, id, { ifMatch }),
    ),
    route(contract.readReservations, (ctx, { id }) => readReservations(ctx, id)),
    route(contract.previewReallocation, (ctx, { body }) => previewReallocation(ctx, body)),
    route(contract.reallocateStock, (ctx, { body }) => reallocateStock(ctx, body)),
  ]
}
