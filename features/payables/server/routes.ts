import { type Route, route } from '#platform/server/http/route.ts'
import * as steps from './bills/bill-steps.ts'
import * as contract from '../contract.ts'
import * as credit from '../credit-contract.ts'
import { applyVendorCredit, unapplyVendorCredit, voidVendorCredit } from './credits/credits.ts'
import { createVendorCredit } from './credits/credit-notes.ts'
import { createVendorBill, updateVendorBill } from './bills/enter.ts'
import { releaseVendorBills } from './many.ts'
import * as many from '../many-contract.ts'
import * as service from './service.ts'
import { similarBills } from './bills/similar-bills.ts'
import { similarCredits } from './credits/similar-credits.ts'
import { listSimilarBills, listSimilarCredits } from '../similar-contract.ts'
import { voidVendorBill } from './bills/void-bill.ts'

export const payableRoutes: Route[] = [
  route(contract.listVendorBills, (ctx, { query }) => service.vendorBillPage(ctx, query)),
  route(listSimilarBills, (ctx, { query }) => similarBills(ctx, query)),
  route(listSimilarCredits, (ctx, { query }) => similarCredits(ctx, query)),
  route(contract.readVendorBill, (ctx, { id }) => service.readVendorBill(ctx, id)),
  route(contract.readBillable, (ctx, { id }) => service.billableOf(ctx, id)),
  route(contract.createVendorBill, (ctx, { body }) => createVendorBill(ctx, body)),
  route(contract.updateVendorBill, (ctx, { id, body, ifMatch }) =>
    updateVendorBill(ctx, id, { form: body, ifMatch }),
  ),
  route(contract.postVendorBill, (ctx, { id, ifMatch }) =>
    steps.postVendorBill(ctx, id, { ifMatch }),
  ),
  route(contract.releaseVendorBill, (ctx, { id, body, ifMatch }) =>
    steps.releaseVendorBill(ctx, id, { ...body, ifMatch }),
  ),
  route(many.releaseVendorBills, (ctx, { body }) => releaseVendorBills(ctx, body)),
  route(contract.reopenVendorBill, (ctx, { id, body, ifMatch }) =>
    steps.reopenVendorBill(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.voidVendorBill, (ctx, { id, body, ifMatch }) =>
    voidVendorBill(ctx, id, { ...body, ifMatch }),
  ),
  route(credit.listVendorCredits, (ctx, { query }) => service.vendorCreditPage(ctx, query)),
  route(credit.createVendorCredit, (ctx, { body }) => createVendorCredit(ctx, body)),
  route(credit.applyVendorCredit, (ctx, { id, body, ifMatch }) =>
    applyVendorCredit(ctx, id, { ...body, ifMatch }),
  ),
  route(credit.unapplyVendorCredit, (ctx, { id, ifMatch }) =>
    unapplyVendorCredit(ctx, id, { ifMatch }),
  ),
  route(credit.voidVendorCredit, (ctx, { id, body, ifMatch }) =>
    voidVendorCredit(ctx, id, { ...body, ifMatch }),
  ),
]
