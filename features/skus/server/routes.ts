import { type Route, route } from '#platform/server/http/route.ts'
import {
  approveStockAdjustment,
  listStockAdjustments,
  rejectStockAdjustment,
} from './stock/adjustment-approval.ts'
import { adjustStock, type StockArrival } from './stock/adjust-stock.ts'
import * as contract from '../contract.ts'
import { importCounts } from './stock/import-counts.ts'
import { listStockMoves } from './stock/list-stock-movements.ts'
import { listStock } from './stock/list-stock.ts'
import { importPlannedPrices, undoPlannedPriceImport } from './prices/import-planned-prices.ts'
import { upsertPlannedPrices } from './prices/upsert-planned-prices.ts'
import {
  cancelPlannedPrice,
  listPlannedPrices,
  planPrices,
  listSkuPrices,
} from './prices/planned-prices.ts'
import { adjustPrices } from './prices/adjust-prices.ts'
import * as service from './service.ts'
import { readSupply } from './available-to-promise.ts'
import { upsertSkus } from './upsert.ts'
import { listStockValues, sumStockValues } from './valuation/list-stock-values.ts'
import { listStockValueChanges } from './valuation/list-value-changes.ts'

/** The SKU routes. The backorder handler belongs to a later feature, so it is passed in. */
export function skuRoutes(arrived: StockArrival): Route[] {
  return [
    route(contract.listSkus, (ctx, { query }) => service.listSkus(ctx, query)),
    route(contract.listDeletedSkus, (ctx) => service.listDeletedSkus(ctx)),
    route(contract.readSku, (ctx, { id }) => service.readSku(ctx, id)),
    route(contract.createSku, (ctx, { body }) => service.createSku(ctx, body)),
    route(contract.updateSku, (ctx, { id, body }, ifMatch) =>
      service.updateSku(ctx, id, { form: body, ifMatch, arrived }),
    ),
    route(contract.patchSku, (ctx, { id, body }, ifMatch) =>
      service.patchSku(ctx, id, { form: body, ifMatch, arrived }),
    ),
    route(contract.adjustStock, (ctx, { id, body }, ifMatch) =>
      adjustStock(ctx, id, { ...body, ifMatch, arrived }),
    ),
    route(contract.listStockAdjustments, (ctx, { id }) => listStockAdjustments(ctx, id)),
    route(contract.approveStockAdjustment, (ctx, { id }, ifMatch) =>
      approveStockAdjustment(ctx, id, { ifMatch, arrived }),
    ),
    route(contract.rejectStockAdjustment, (ctx, { id, body }, ifMatch) =>
      rejectStockAdjustment(ctx, id, { ...body, ifMatch }),
    ),
    route(contract.deleteSku, (ctx, { id }, ifMatch) => service.deleteSku(ctx, id, ifMatch)),
    route(contract.restoreSku, (ctx, { id }) => service.restoreSku(ctx, id)),
    route(contract.exportSkus, (ctx, { query }) => service.exportSkus(ctx, query)),
    route(contract.changeSkus, (ctx, { body }) => service.changeSkus(ctx, body)),
    route(contract.listSkuCategories, (ctx) => service.listSkuCategories(ctx)),
    route(contract.listStock, (ctx, { query }) => listStock(ctx, query)),
    route(contract.listStockMoves, (ctx, { id, query }) => listStockMoves(ctx, id, query)),
    route(contract.listStockValueChanges, (ctx, { id, query }) =>
      listStockValueChanges(ctx, id, query),
    ),
    route(contract.listStockValues, (ctx, { query }) => listStockValues(ctx, query)),
    route(contract.sumStockValues, (ctx, { query }) => sumStockValues(ctx, query)),
    route(contract.readSupply, (ctx, { id, query }) => readSupply(ctx, id, query)),
    route(contract.adjustPrices, (ctx, { body }) => adjustPrices(ctx, body)),
    route(contract.listSkuPrices, (ctx, { id }) => listSkuPrices(ctx, id)),
    route(contract.listPlannedPrices, (ctx, { query }) => listPlannedPrices(ctx, query)),
    route(contract.planPrices, (ctx, { body }) => planPrices(ctx, body)),
    route(contract.cancelPlannedPrice, (ctx, { id }) => cancelPlannedPrice(ctx, id)),
    route(contract.upsertPlannedPrices, (ctx, { body }) => upsertPlannedPrices(ctx, body.records)),
    route(contract.importPlannedPrices, (ctx, { query, body }) =>
      importPlannedPrices(ctx, query, body),
    ),
    route(contract.undoPlannedPriceImport, (ctx, { id }) => undoPlannedPriceImport(ctx, id)),
    route(contract.upsertSkus, (ctx, { body }) => upsertSkus(ctx, body.records)),
    route(contract.importSkus, (ctx, { query, body }) => service.importSkus(ctx, query, body)),
    route(contract.importCounts, (ctx, { query, body }) =>
      importCounts(ctx, {
        dryRun: query.dryRun === 'true',
        reading: query,
        expectedVersionSum: query.seen,
        fileName: query.fileName,
        text: body,
        arrived,
      }),
    ),
    route(contract.undoSkuImport, (ctx, { id }) => service.undoSkuImport(ctx, id)),
  ]
}
