import { brokenApprovals, illegalApprovals, validApprovals } from './approvals.ts'
import { validAdjustments, brokenAdjustments } from './adjustments.ts'
import { brokenDecisions, illegalDecisions, validDecisions } from './decisions.ts'
import { validDocuments, brokenDocuments } from './single-documents.ts'
import {
  illegalPostings,
  validPostings,
  brokenPostings,
  brokenValuations,
} from './journal-and-stock-values.ts'
import { brokenIntake, validIntake } from './intake.ts'
import { illegalOrderWrites, validOrders, brokenOrders } from './orders-stock-and-messages.ts'
import { brokenPastValues, illegalPastValues, validPastValues } from './past-values.ts'
import { illegalPayables, validPayables, brokenPayables } from './payables.ts'
import { illegalPrices, validPrices, brokenPrices } from './prices.ts'
import { validPurchases, brokenPurchases } from './purchases.ts'
import { validReceivables, brokenReceivables } from './receivables.ts'
import { validRequisitions, brokenRequisitions } from './requisitions.ts'
import { brokenReturns } from './returns.ts'
import { brokenShipments } from './shipments.ts'
import { brokenExchanges, brokenFiles } from './warehouse-exchange.ts'

/** Violations that a view must report: view name, description and statements. */
export const corruptions = [
  ...brokenOrders,
  ...brokenPurchases,
  ...brokenReceivables,
  ...brokenPostings,
  ...brokenValuations,
  ...brokenShipments,
  ...brokenReturns,
  ...brokenPayables,
  ...brokenExchanges,
  ...brokenFiles,
  ...brokenDocuments,
  ...brokenRequisitions,
  ...brokenAdjustments,
  ...brokenPrices,
  ...brokenDecisions,
  ...brokenApprovals,
  ...brokenPastValues,
  ...brokenIntake,
]

/**
 * Legal writes that must succeed and leave every view empty; without them, a rejection would prove
 * nothing.
 */
export const legal = [
  ...validOrders,
  ...validPurchases,
  ...validReceivables,
  ...validPostings,
  ...validPayables,
  ...validDocuments,
  ...validRequisitions,
  ...validAdjustments,
  ...validPrices,
  ...validDecisions,
  ...validApprovals,
  ...validPastValues,
  ...validIntake,
]

/** Illegal writes and the SQLSTATE of their rejection. */
export const illegal = [
  ...illegalOrderWrites,
  ...illegalPostings,
  ...illegalPayables,
  ...illegalPrices,
  ...illegalDecisions,
  ...illegalApprovals,
  ...illegalPastValues,
]
