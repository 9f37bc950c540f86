import { gathered, type Route, route } from '#platform/server/route.ts'
import * as advance from './advance.ts'
import * as contract from './contract.ts'
import { createReturns } from './create.ts'
import { readReturn, returnableOf, returnPage } from './service.ts'

export const returnRoutes: Route[] = [
  route(contract.listReturns, (ctx, { query }) => returnPage(ctx, query)),
  route(contract.readReturnable, (ctx, { query }) => returnableOf(ctx, query)),
  route(contract.readReturn, (ctx, { id }) => readReturn(ctx, id)),
  gathered(contract.createReturn, { max: 1, lanes: 2, run: createReturns }),
  route(contract.approveReturn, (ctx, { id, ifMatch }) =>
    advance.approveReturn(ctx, id, { ifMatch }),
  ),
  route(contract.rejectReturn, (ctx, { id, ifMatch, body }) =>
    advance.rejectReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(contract.cancelReturn, (ctx, { id, ifMatch, body }) =>
    advance.cancelReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(contract.receiveReturn, (ctx, { id, ifMatch, body }) =>
    advance.receiveReturn(ctx, id, { ifMatch, items: body.items }),
  ),
  route(contract.shipReturn, (ctx, { id, ifMatch }) => advance.shipReturn(ctx, id, { ifMatch })),
  route(contract.completeReturn, (ctx, { id, ifMatch, body }) =>
    advance.completeReturn(ctx, id, { ifMatch, ...body }),
  ),
]
