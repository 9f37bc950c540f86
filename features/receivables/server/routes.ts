import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import * as memos from './credit-memos/create-credit-memo.ts'
import * as invoices from './invoices/write-off-and-dispute.ts'
import * as payments from './payments/payments.ts'
import * as refunds from './refunds/refunds.ts'
import { reverseApplication } from './payments/reverse-application.ts'
import { reverseRefund } from './refunds/reverse-refund.ts'
import { readCreditMemo, readInvoice, readPayment } from './read-documents.ts'
import * as service from './service.ts'
import { readOpenItems } from './statements/open-items.ts'
import { listSimilarPayments } from './payments/similar-payments.ts'
import { readStatement } from './statements/statement.ts'
import { voidCreditMemo } from './credit-memos/void-credit-memo.ts'

export const receivableRoutes: Route[] = [
  route(contract.listInvoices, (ctx, { query }) => service.listInvoices(ctx, query)),
  route(contract.sumInvoices, (ctx, { query }) => service.sumInvoices(ctx, query)),
  route(contract.readInvoice, (ctx, { id }) => readInvoice(ctx, id)),
  route(contract.writeOffInvoice, (ctx, { id, body }, ifMatch) =>
    invoices.writeOffInvoice(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.disputeInvoice, (ctx, { id, body }, ifMatch) =>
    invoices.disputeInvoice(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.listPayments, (ctx, { query }) => service.listPayments(ctx, query)),
  route(contract.sumPayments, (ctx, { query }) => service.sumPayments(ctx, query)),
  route(contract.suggestApplications, (ctx, { query }) => service.suggestApplications(ctx, query)),
  route(contract.listSimilarPayments, (ctx, { query }) => listSimilarPayments(ctx, query)),
  route(contract.readPayment, (ctx, { id }) => readPayment(ctx, id)),
  route(contract.recordPayment, (ctx, { body }) => payments.recordPayment(ctx, body)),
  route(contract.applyPayment, (ctx, { id, body }, ifMatch) =>
    payments.applyPayment(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.voidPayment, (ctx, { id, body }, ifMatch) =>
    payments.voidPayment(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.reverseApplication, (ctx, { id, body }) => reverseApplication(ctx, id, body)),
  route(contract.readStatement, (ctx, { query }) => readStatement(ctx, query)),
  route(contract.readOpenItems, (ctx, { query }) => readOpenItems(ctx, query)),
  route(contract.listCreditMemos, (ctx, { query }) => service.listCreditMemos(ctx, query)),
  route(contract.sumCreditMemos, (ctx, { query }) => service.sumCreditMemos(ctx, query)),
  route(contract.readCreditMemo, (ctx, { id }) => readCreditMemo(ctx, id)),
  route(contract.createCreditMemo, (ctx, { body }) => memos.createCreditMemo(ctx, body)),
  route(contract.applyCreditMemo, (ctx, { id, body }, ifMatch) =>
    memos.applyCreditMemo(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.voidCreditMemo, (ctx, { id, body }, ifMatch) =>
    voidCreditMemo(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.listRefunds, (ctx, { query }) => service.listRefunds(ctx, query)),
  route(contract.sumRefunds, (ctx, { query }) => service.sumRefunds(ctx, query)),
  route(contract.prepareRefund, (ctx, { body }) => refunds.prepareRefund(ctx, body)),
  route(contract.releaseRefund, (ctx, { id, body }, ifMatch) =>
    refunds.releaseRefund(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.cancelRefund, (ctx, { id, body }, ifMatch) =>
    refunds.cancelRefund(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.reverseRefund, (ctx, { id, body }, ifMatch) =>
    reverseRefund(ctx, id, { ...body, ifMatch }),
  ),
]
