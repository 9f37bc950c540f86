import { type Route, route } from '#platform/server/http/route.ts'
import * as contract from '../contract.ts'
import { readClosing } from './period-close-checklist.ts'
import { exportJournal, listJournal, readTrialBalance, sumJournal } from './read-journal.ts'
import {
  cancelManualEntry,
  createManualEntry,
  listManualEntries,
  postManualEntry,
  readManualEntry,
  reverseManualEntry,
} from './manual-entries.ts'
import {
  createTaxPayment,
  readTaxPayment,
  listTaxPayments,
  voidTaxPayment,
} from './sales-tax-payments.ts'
import { readSalesTax } from './sales-tax-report.ts'
import { readBalanceSheet, readIncomeStatement } from './financial-statements.ts'
import {
  cancelClosingPeriod,
  closePeriod,
  listPeriods,
  reopenPeriod,
  softClosePeriod,
} from './periods.ts'

export const ledgerRoutes: Route[] = [
  route(contract.listJournal, (ctx, { query }) => listJournal(ctx, query)),
  route(contract.sumJournal, (ctx, { query }) => sumJournal(ctx, query)),
  route(contract.exportJournal, (ctx, { query }) => exportJournal(ctx, query)),
  route(contract.readTrialBalance, (ctx, { query }) => readTrialBalance(ctx, query.asOf)),
  route(contract.readIncomeStatement, (ctx, { query }) => readIncomeStatement(ctx, query)),
  route(contract.readBalanceSheet, (ctx, { query }) => readBalanceSheet(ctx, query)),
  route(contract.listPeriods, (ctx, { query }) => listPeriods(ctx, query)),
  route(contract.readClosing, (ctx, { id }) => readClosing(ctx, id)),
  route(contract.softClosePeriod, (ctx, { id }, ifMatch) => softClosePeriod(ctx, id, { ifMatch })),
  route(contract.cancelClosingPeriod, (ctx, { id }, ifMatch) =>
    cancelClosingPeriod(ctx, id, { ifMatch }),
  ),
  route(contract.closePeriod, (ctx, { id }, ifMatch) => closePeriod(ctx, id, { ifMatch })),
  route(contract.reopenPeriod, (ctx, { id, body }, ifMatch) =>
    reopenPeriod(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.listManualEntries, (ctx, { query }) => listManualEntries(ctx, query)),
  route(contract.readManualEntry, (ctx, { id }) => readManualEntry(ctx, id)),
  route(contract.createManualEntry, (ctx, { body }) => createManualEntry(ctx, body)),
  route(contract.postManualEntry, (ctx, { id }, ifMatch) => postManualEntry(ctx, id, { ifMatch })),
  route(contract.cancelManualEntry, (ctx, { id, body }, ifMatch) =>
    cancelManualEntry(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.reverseManualEntry, (ctx, { id, body }, ifMatch) =>
    reverseManualEntry(ctx, id, { ...body, ifMatch }),
  ),
  route(contract.readSalesTax, (ctx, { query }) => readSalesTax(ctx, query)),
  route(contract.listTaxPayments, (ctx, { query }) => listTaxPayments(ctx, query)),
  route(contract.readTaxPayment, (ctx, { id }) => readTaxPayment(ctx, id)),
  route(contract.createTaxPayment, (ctx, { body }) => createTaxPayment(ctx, body)),
  route(contract.voidTaxPayment, (ctx, { id, body }, ifMatch) =>
    voidTaxPayment(ctx, id, { ...body, ifMatch }),
  ),
]
