import { type Route, route } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { activeAccounts, changeSettings, currentSettings } from './service.ts'

export const settingsRoutes: Route[] = [
  route(contract.readSettings, (ctx) => currentSettings(ctx)),
  route(contract.readActiveAccounts, (ctx) => activeAccounts(ctx)),
  route(contract.changeSettings, (ctx, { body }) => changeSettings(ctx, body)),
]
