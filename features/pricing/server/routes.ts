import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { importContractPrices } from './import-contract-prices.ts'
import { undoContractPriceImport } from './undo-contract-price-import.ts'
import * as service from './service.ts'
import { upsertContractPrices } from './upsert-contract-prices.ts'

export const pricingRoutes: Route[] = [
  route(contract.listContractPrices, (ctx, { query }) => service.listContractPrices(ctx, query)),
  route(contract.readContractPrice, (ctx, { id }) => service.readContractPrice(ctx, id)),
  route(contract.createContractPrice, (ctx, { body }) => service.createContractPrice(ctx, body)),
  route(contract.updateContractPrice, (ctx, { id, body }, ifMatch) =>
    service.updateContractPrice(ctx, id, { form: body, ifMatch }),
  ),
  route(contract.deleteContractPrice, (ctx, { id }, ifMatch) =>
    service.deleteContractPrice(ctx, id, ifMatch),
  ),
  route(contract.upsertContractPrices, (ctx, { body }) => upsertContractPrices(ctx, body.records)),
  route(contract.importContractPrices, (ctx, { query, body }) =>
    importContractPrices(ctx, query, body),
  ),
  route(contract.undoContractPriceImport, (ctx, { id }) => undoContractPriceImport(ctx, id)),
]
