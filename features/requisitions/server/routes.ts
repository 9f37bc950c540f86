import { type Route, route } from '#platform/server/http/route.ts'
import {
  approveRequisition,
  cancelRequisition,
  closeRequisition,
  rejectRequisition,
  submitRequisition,
  withdrawRequisition,
} from './transitions.ts'
import * as contract from '../contract.ts'
import { orderRequisition } from './order-requisition.ts'
import * as service from './service.ts'

export const requisitionRoutes: Route[] = [
  route(contract.listRequisitions, (ctx, { query }) => service.listRequisitions(ctx, query)),
  route(contract.sumRequisitions, (ctx, { query }) => service.sumRequisitions(ctx, query)),
  route(contract.readRequisition, (ctx, { id }) => service.readRequisition(ctx, id)),
  route(contract.createRequisition, (ctx, { body }) => service.createRequisition(ctx, body)),
  route(contract.updateRequisition, (ctx, { id, body }, ifMatch) =>
    service.updateRequisition(ctx, id, { form: body, ifMatch }),
  ),
  route(contract.submitRequisition, (ctx, { id }, ifMatch) =>
    submitRequisition(ctx, id, { ifMatch }),
  ),
  route(contract.withdrawRequisition, (ctx, { id }, ifMatch) =>
    withdrawRequisition(ctx, id, { ifMatch }),
  ),
  route(contract.approveRequisition, (ctx, { id }, ifMatch) =>
    approveRequisition(ctx, id, { ifMatch }),
  ),
  route(contract.rejectRequisition, (ctx, { id, body }, ifMatch) =>
    rejectRequisition(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.cancelRequisition, (ctx, { id, body }, ifMatch) =>
    cancelRequisition(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.closeRequisition, (ctx, { id, body }, ifMatch) =>
    closeRequisition(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.orderRequisition, (ctx, { id, body }, ifMatch) =>
    orderRequisition(ctx, id, { ...body, ifMatch }),
  ),
]
