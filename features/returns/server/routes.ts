import { gathered, type Route, route } from '#platform/server/http/route.ts'
import * as advance from './steps/advance.ts'
import * as contract from '../contract.ts'
import * as steps from '../steps-contract.ts'
import * as goods from '../goods-contract.ts'
import { createReturns } from './create.ts'
import { holdReturn, releaseReturn } from './steps/hold.ts'
import { approveReturns } from './many.ts'
import * as many from '../many-contract.ts'
import * as preview from '../preview-contract.ts'
import { previewReturn } from './preview.ts'
import { inspectReturn } from './goods/receive.ts'
import { replaceReturn } from './steps/replace.ts'
import { sendToVendor } from './to-vendor/send-to-vendor.ts'
import { readReturn, returnableOf, returnPage } from './service.ts'

export const returnRoutes: Route[] = [
  route(contract.listReturns, (ctx, { query }) => returnPage(ctx, query)),
  route(contract.readReturnable, (ctx, { query }) => returnableOf(ctx, query)),
  route(contract.readReturn, (ctx, { id }) => readReturn(ctx, id)),
  gathered(contract.createReturn, { max: 1, lanes: 2, run: createReturns }),
  route(preview.previewReturn, (ctx, { body }) => previewReturn(ctx, body)),
  route(many.approveReturns, (ctx, { body }) => approveReturns(ctx, body.ids)),
  route(steps.approveReturn, (ctx, { id, ifMatch }) => advance.approveReturn(ctx, id, { ifMatch })),
  route(steps.rejectReturn, (ctx, { id, ifMatch, body }) =>
    advance.rejectReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(steps.cancelReturn, (ctx, { id, ifMatch, body }) =>
    advance.cancelReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(steps.holdReturn, (ctx, { id, ifMatch, body }) =>
    holdReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(steps.releaseReturn, (ctx, { id, ifMatch, body }) =>
    releaseReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(goods.receiveReturn, (ctx, { id, ifMatch, body }) =>
    advance.receiveReturn(ctx, id, { ifMatch, ...body }),
  ),
  route(goods.closeReturn, (ctx, { id, ifMatch, body }) =>
    advance.closeReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(goods.reopenReturn, (ctx, { id, ifMatch, body }) =>
    advance.reopenReturn(ctx, id, { ifMatch, reason: body.reason }),
  ),
  route(goods.inspectReturn, (ctx, { id, ifMatch, body }) =>
    inspectReturn(ctx, id, { ifMatch, items: body.items }),
  ),
  route(goods.replaceReturn, (ctx, { id, ifMatch, body }) =>
    replaceReturn(ctx, id, { ifMatch, ...body }),
  ),
  route(goods.sendToVendor, (ctx, { id, ifMatch, body }) =>
    sendToVendor(ctx, id, { ifMatch, ...body }),
  ),
  route(steps.shipReturn, (ctx, { id, ifMatch }) => advance.shipReturn(ctx, id, { ifMatch })),
  route(steps.completeReturn, (ctx, { id, ifMatch, body }) =>
    advance.completeReturn(ctx, id, { ifMatch, ...body }),
  ),
]
