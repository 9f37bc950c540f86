import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import {
  changeSettings,
  patchSettings,
  readActiveAccounts,
  readSettings,
  type SettingsChange,
} from './service.ts'
import * as taxRates from './tax-rates.ts'

/** The routes of the settings; `changed` is called when rules change. */
export function settingsRoutes(changed: SettingsChange): Route[] {
  return [
    route(contract.readSettings, (ctx) => readSettings(ctx)),
    route(contract.readActiveAccounts, (ctx) => readActiveAccounts(ctx)),
    route(contract.changeSettings, (ctx, { body }) => changeSettings(ctx, body, changed)),
    route(contract.patchSettings, (ctx, { body }) => patchSettings(ctx, body, changed)),
    route(contract.listTaxRates, (ctx, { query }) => taxRates.listTaxRates(ctx, query)),
    route(contract.readTaxRate, (ctx, { id }) => taxRates.readTaxRate(ctx, id)),
    route(contract.createTaxRate, (ctx, { body }) => taxRates.createTaxRate(ctx, body)),
    route(contract.updateTaxRate, (ctx, { id, body }, ifMatch) =>
      taxRates.updateTaxRate(ctx, id, { form: body, ifMatch }),
    ),
    route(contract.deleteTaxRate, (ctx, { id }, ifMatch) =>
      taxRates.deleteTaxRate(ctx, id, ifMatch),
    ),
  ]
}
