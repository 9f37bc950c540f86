import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { closingPoints } from './closing.ts'
import { journalFile, journalPage, trialBalanceOn } from './journal.ts'
import {
  cancelManualEntry,
  createManualEntry,
  manualEntryPage,
  postManualEntry,
  readManualEntry,
  reverseManualEntry,
} from './manual-entries.ts'
import { createTaxPayment, readTaxPayment, taxPaymentPage, voidTaxPayment } from './tax-payments.ts'
import { salesTaxReport } from './tax-report.ts'
import { balanceSheet, incomeStatement } from './statements.ts'
import { allPeriods, movePeriod } from './periods.ts'

export const ledgerRoutes: Route[] = [
  route(contract.listJournal, (ctx, { query }) => journalPage(ctx, query)),
  route(contract.exportJournal, (ctx, { query }) => journalFile(ctx, query)),
  route(contract.readTrialBalance, (ctx, { query }) => trialBalanceOn(ctx, query.asOf)),
  route(contract.readIncomeStatement, (ctx, { query }) => incomeStatement(ctx, query)),
  route(contract.readBalanceSheet, (ctx, { query }) => balanceSheet(ctx, query)),
  route(contract.listPeriods, (ctx) => allPeriods(ctx)),
  route(contract.readClosing, (ctx, { id }) => closingPoints(ctx, id)),
  route(contract.softClosePeriod, (ctx, { id, ifMatch }) =>
    movePeriod(ctx, id, { verb: 'soft-close', ifMatch }),
  ),
  route(contract.cancelClosingPeriod, (ctx, { id, ifMatch }) =>
    movePeriod(ctx, id, { verb: 'cancel-closing', ifMatch }),
  ),
  route(contract.closePeriod, (ctx, { id, ifMatch }) =>
    movePeriod(ctx, id, { verb: 'close', ifMatch }),
  ),
  route(contract.reopenPeriod, (ctx, { id, ifMatch, body }) =>
    movePeriod(ctx, id, { verb: 'reopen', ifMatch, reason: body.reason }),
  ),
  route(contract.listManualEntries, (ctx, { query }) => manualEntryPage(ctx, query)),
  route(contract.readManualEntry, (ctx, { id }) => readManualEntry(ctx, id)),
  route(contract.createManualEntry, (ctx, { body }) => createManualEntry(ctx, body)),
  route(contract.postManualEntry, (ctx, { id, ifMatch }) => postManualEntry(ctx, id, { ifMatch })),
  route(contract.cancelManualEntry, (ctx, { id, ifMatch, body }) =>
    cancelManualEntry(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.reverseManualEntry, (ctx, { id, ifMatch, body }) =>
    reverseManualEntry(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.readSalesTax, (ctx, { query }) => salesTaxReport(ctx, query)),
  route(contract.listTaxPayments, (ctx, { query }) => taxPaymentPage(ctx, query)),
  route(contract.readTaxPayment, (ctx, { id }) => readTaxPayment(ctx, id)),
  route(contract.createTaxPayment, (ctx, { body }) => createTaxPayment(ctx, body)),
  route(contract.voidTaxPayment, (ctx, { id, ifMatch, body }) =>
    voidTaxPayment(ctx, id, { ...body, ifMatch }),
  ),
]
