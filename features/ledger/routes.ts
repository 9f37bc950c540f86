import { type Route, route } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { closingPoints } from './closing.ts'
import { journalFile, journalPage, trialBalanceOn } from './journal.ts'
import { allPeriods, movePeriod } from './periods.ts'

export const ledgerRoutes: Route[] = [
  route(contract.listJournal, (ctx, { query }) => journalPage(ctx, query)),
  route(contract.exportJournal, (ctx, { query }) => journalFile(ctx, query)),
  route(contract.readTrialBalance, (ctx, { query }) => trialBalanceOn(ctx, query.asOf)),
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
]
