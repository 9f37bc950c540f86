import { type Route, route } from '#platform/server/http/route.ts'
import * as steps from './bills/bill-steps.ts'
import * as contract from '../contract.ts'
import {
  applyVendorCredit,
  unapplyVendorCredit,
  voidVendorCredit,
} from './credits/apply-and-void-credit.ts'
import { createVendorCredit } from './credits/create-vendor-credit.ts'
import { readVendorCredit } from './credits/credit-details.ts'
import { createVendorBill, updateVendorBill } from './bills/create-bill.ts'
import { releaseVendorBills } from './release-many-bills.ts'
import { readVendorBill } from './bills/bill-details.ts'
import * as service from './service.ts'
import { listSimilarBills } from './bills/similar-bills.ts'
import { listSimilarCredits } from './credits/similar-credits.ts'
import { voidVendorBill } from './bills/void-bill.ts'

export const payableRoutes: Route[] = [
  route(contract.listVendorBills, (ctx, { query }) => service.listVendorBills(ctx, query)),
  route(contract.sumVendorBills, (ctx, { query }) => service.sumVendorBills(ctx, query)),
  route(contract.listSimilarBills, (ctx, { query }) => listSimilarBills(ctx, query)),
  route(contract.listSimilarCredits, (ctx, { query }) => listSimilarCredits(ctx, query)),
  route(contract.readVendorBill, (ctx, { id }) => readVendorBill(ctx, id)),
  route(contract.readBillable, (ctx, { id }) => service.readBillable(ctx, id)),
  route(contract.createVendorBill, (ctx, { body }) => createVendorBill(ctx, body)),
  route(contract.updateVendorBill, (ctx, { id, body }, ifMatch) =>
    updateVendorBill(ctx, id, { form: body, ifMatch }),
  ),
  route(contract.postVendorBill, (ctx, { id }, ifMatch) =>
    steps.postVendorBill(ctx, id, { ifMatch }),
  ),
  route(contract.releaseVendorBill, (ctx, { id, body }, ifMatch) =>
    steps.releaseVendorBill(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.releaseVendorBills, (ctx, { body }) => releaseVendorBills(ctx, body)),
  route(contract.reopenVendorBill, (ctx, { id, body }, ifMatch) =>
    steps.reopenVendorBill(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.voidVendorBill, (ctx, { id, body }, ifMatch) =>
    voidVendorBill(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.listVendorCredits, (ctx, { query }) => service.listVendorCredits(ctx, query)),
  route(contract.sumVendorCredits, (ctx, { query }) => service.sumVendorCredits(ctx, query)),
  route(contract.readVendorCredit, (ctx, { id }) => readVendorCredit(ctx, id)),
  route(contract.createVendorCredit, (ctx, { body }) => createVendorCredit(ctx, body)),
  route(contract.applyVendorCredit, (ctx, { id, body }, ifMatch) =>
    applyVendorCredit(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.unapplyVendorCredit, (ctx, { id }, ifMatch) =>
    unapplyVendorCredit(ctx, id, { ifMatch }),
  ),
  route(contract.voidVendorCredit, (ctx, { id, body }, ifMatch) =>
    voidVendorCredit(ctx, id, { ...body, ifMatch }),
  ),
]
