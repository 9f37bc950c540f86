import { batchedRoute, type Route, route } from '#platform/server/http/route.ts'
import * as advance from './steps/transitions.ts'
import * as contract from '../contract.ts'
import { createReturns } from './create-return.ts'
import { holdReturn, releaseReturn } from './steps/hold-return.ts'
import { approveReturns } from './approve-many-returns.ts'
import { previewReturn } from './preview-credit.ts'
import { inspectReturn } from './goods/receive-and-inspect.ts'
import { reverseReturnReceipt } from './goods/reverse-receipt.ts'
import { replaceReturn } from './steps/replace-return.ts'
import { sendToVendor } from './to-vendor/send-to-vendor.ts'
import { readReturn } from './read-return.ts'
import { readReturnable, listReturns } from './service.ts'
import { sumReturns } from './sum-returns.ts'

export const returnRoutes: Route[] = [
  route(contract.listReturns, (ctx, { query }) => listReturns(ctx, query)),
  route(contract.sumReturns, (ctx, { query }) => sumReturns(ctx, query)),
  route(contract.readReturnable, (ctx, { query }) => readReturnable(ctx, query)),
  route(contract.readReturn, (ctx, { id }) => readReturn(ctx, id)),
  batchedRoute(contract.createReturn, { max: 1, lanes: 2, run: createReturns }),
  route(contract.previewReturn, (ctx, { body }) => previewReturn(ctx, body)),
  route(contract.approveReturns, (ctx, { body }) => approveReturns(ctx, body.ids)),
  route(contract.approveReturn, (ctx, { id }, ifMatch) =>
    advance.approveReturn(ctx, id, { ifMatch }),
  ),
  route(contract.rejectReturn, (ctx, { id, body }, ifMatch) =>
    advance.rejectReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(contract.cancelReturn, (ctx, { id, body }, ifMatch) =>
    advance.cancelReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(contract.holdReturn, (ctx, { id, body }, ifMatch) =>
    holdReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(contract.releaseReturn, (ctx, { id, body }, ifMatch) =>
    releaseReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(contract.receiveReturn, (ctx, { id, body }, ifMatch) =>
    advance.receiveReturn(ctx, id, { ifMatch, ...body }),
  ),
  route(contract.closeReturn, (ctx, { id, body }, ifMatch) =>
    advance.closeReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(contract.reopenReturn, (ctx, { id, body }, ifMatch) =>
    advance.reopenReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(contract.inspectReturn, (ctx, { id, body }, ifMatch) =>
    inspectReturn(ctx, id, { ifMatch, items: body.items }),
  ),
  route(contract.reverseReturnReceipt, (ctx, { id, body }) => reverseReturnReceipt(ctx, id, body)),
  route(contract.replaceReturn, (ctx, { id, body }, ifMatch) =>
    replaceReturn(ctx, id, { ifMatch, ...body }),
  ),
  route(contract.sendToVendor, (ctx, { id, body }, ifMatch) =>
    sendToVendor(ctx, id, { ifMatch, ...body }),
  ),
  route(contract.shipReturn, (ctx, { id }, ifMatch) => advance.shipReturn(ctx, id, { ifMatch })),
  route(contract.completeReturn, (ctx, { id, body }, ifMatch) =>
    advance.completeReturn(ctx, id, { ifMatch, ...body }),
  ),
]
