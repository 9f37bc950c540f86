import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import * as service from './service.ts'

export const purchaseProposalRoutes: Route[] = [
  route(contract.listProposals, (ctx, { query }) => service.listProposals(ctx, query)),
  route(contract.orderProposals, (ctx, { body }) => service.orderProposals(ctx, body)),
]
