import { type Route, route } from '#platform/server/http/route.ts'
import { approveAdjustment, adjustmentsOf, rejectAdjustment } from './stock/adjustments.ts'
import { adjustStock, type StockArrival } from './stock/adjust.ts'
import * as contract from '../contract.ts'
import { importCounts as importCountsCall } from '../contract.ts'
import { importCounts } from './stock/import-counts.ts'
import { importSkus, undoSkuImport } from './import.ts'
import { changeSkus, exportSkus } from './many.ts'
import { stockMovesOf } from './stock/moves.ts'
import {
  cancelPlannedPrice,
  plannedPricePage,
  planPrices,
  skuPrices,
} from './prices/price-plans.ts'
import { adjustPrices } from './prices/prices.ts'
import * as service from './service.ts'
import { supplyOf } from './supply.ts'

/** The calls of SKUs; who waits for stock stands to the right and is handed in. */
export function skuRoutes(arrived: StockArrival): Route[] {
  return [
    route(contract.listSkus, (ctx, { query }) => service.skuPage(ctx, query)),
    route(contract.listDeletedSkus, (ctx) => service.deletedSkus(ctx)),
    route(contract.readSku, (ctx, { id }) => service.readSku(ctx, id)),
    route(contract.createSku, (ctx, { body }) => service.createSku(ctx, body)),
    route(contract.updateSku, (ctx, { id, body, ifMatch }) =>
      service.updateSku(ctx, id, { form: body, ifMatch, arrived }),
    ),
    route(contract.adjustStock, (ctx, { id, body, ifMatch }) =>
      adjustStock(ctx, id, { ...body, ifMatch, arrived }),
    ),
    route(contract.listStockAdjustments, (ctx, { id }) => adjustmentsOf(ctx, id)),
    route(contract.approveStockAdjustment, (ctx, { id, ifMatch }) =>
      approveAdjustment(ctx, id, { ifMatch, arrived }),
    ),
    route(contract.rejectStockAdjustment, (ctx, { id, body, ifMatch }) =>
      rejectAdjustment(ctx, id, { ...body, ifMatch }),
    ),
    route(contract.deleteSku, (ctx, { id, ifMatch }) => service.deleteSku(ctx, id, ifMatch)),
    route(contract.restoreSku, (ctx, { id }) => service.restoreSku(ctx, id)),
    route(contract.exportSkus, (ctx, { query }) => exportSkus(ctx, query)),
    route(contract.changeSkus, (ctx, { body }) => changeSkus(ctx, body)),
    route(contract.listSkuCategories, (ctx) => service.skuCategories(ctx)),
    route(contract.listStockMoves, (ctx, { id, query }) => stockMovesOf(ctx, id, query)),
    route(contract.readSupply, (ctx, { id, query }) => supplyOf(ctx, id, query.quantity)),
    route(contract.adjustPrices, (ctx, { body }) => adjustPrices(ctx, body)),
    route(contract.listSkuPrices, (ctx, { id }) => skuPrices(ctx, id)),
    route(contract.listPlannedPrices, (ctx, { query }) => plannedPricePage(ctx, query)),
    route(contract.planPrices, (ctx, { body }) => planPrices(ctx, body)),
    route(contract.cancelPlannedPrice, (ctx, { id }) => cancelPlannedPrice(ctx, id)),
    route(contract.importSkus, (ctx, { query, body }) => importSkus(ctx, query, body)),
    route(importCountsCall, (ctx, { query, body }) =>
      importCounts(ctx, {
        dryRun: query.dryRun === 'true',
        reading: query,
        seen: query.seen,
        fileName: query.fileName,
        text: body,
        arrived,
      }),
    ),
    route(contract.undoSkuImport, (ctx, { id }) => undoSkuImport(ctx, id)),
  ]
}
