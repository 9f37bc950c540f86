import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { listVendorPayments, sumVendorPayments } from './list-payments.ts'
import { releaseVendorPayments } from './release-many-payments.ts'
import * as prepayments from './prepayments.ts'
import * as service from './service.ts'

export const vendorPaymentRoutes: Route[] = [
  route(contract.listVendorPayments, (ctx, { query }) => listVendorPayments(ctx, query)),
  route(contract.sumVendorPayments, (ctx, { query }) => sumVendorPayments(ctx, query)),
  route(contract.readVendorPayment, (ctx, { id }) => service.readVendorPayment(ctx, id)),
  route(contract.prepareVendorPayment, (ctx, { body }) => service.prepareVendorPayment(ctx, body)),
  route(contract.releaseVendorPayment, (ctx, { id, body }, ifMatch) =>
    service.releaseVendorPayment(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.releaseVendorPayments, (ctx, { body }) => releaseVendorPayments(ctx, body)),
  route(contract.voidVendorPayment, (ctx, { id, body }, ifMatch) =>
    service.voidVendorPayment(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.prepareVendorPrepayment, (ctx, { body }) =>
    prepayments.prepareVendorPrepayment(ctx, body),
  ),
  route(contract.applyVendorPrepayment, (ctx, { id, body }, ifMatch) =>
    prepayments.applyVendorPrepayment(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.unapplyVendorPrepayment, (ctx, { id }, ifMatch) =>
    prepayments.unapplyVendorPrepayment(ctx, id, { ifMatch }),
  ),
  route(contract.refundVendorPrepayment, (ctx, { id, body }, ifMatch) =>
    prepayments.refundVendorPrepayment(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.reversePrepaymentRefund, (ctx, { id, body }, ifMatch) =>
    prepayments.reversePrepaymentRefund(ctx, id, { ...body, ifMatch }),
  ),
]
