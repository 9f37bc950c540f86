import { adjustedRight, adjustedWrong } from './adjustments.ts'
import { validDocuments, brokenDocuments } from './documents.ts'
import { postedIllegally, postedRight, postedWrong, valuedWrong } from './ledger.ts'
import { orderedIllegally, orderedRight, orderedWrong } from './orders.ts'
import { owedIllegal, owedRight, owedWrong } from './payables.ts'
import { pricedIllegally, pricedRight, pricedWrong } from './prices.ts'
import { boughtRight, boughtWrong } from './purchases.ts'
import { chargedRight, chargedWrong } from './receivables.ts'
import { validRequisitions, brokenRequisitions } from './requisitions.ts'
import { returnedWrong } from './returns.ts'
import { shippedWrong } from './shipments.ts'
import { exchangedWrong, filedWrong } from './warehouse.ts'

/** Violations that a view must report: view name, description and statements. */
export const corruptions = [
  ...orderedWrong,
  ...boughtWrong,
  ...chargedWrong,
  ...postedWrong,
  ...valuedWrong,
  ...shippedWrong,
  ...returnedWrong,
  ...owedWrong,
  ...exchangedWrong,
  ...filedWrong,
  ...brokenDocuments,
  ...brokenRequisitions,
  ...adjustedWrong,
  ...pricedWrong,
]

/**
 * Legal writes that must succeed and leave every view empty; without them, a rejection would prove
 * nothing.
 */
export const legal = [
  ...orderedRight,
  ...boughtRight,
  ...chargedRight,
  ...postedRight,
  ...owedRight,
  ...validDocuments,
  ...validRequisitions,
  ...adjustedRight,
  ...pricedRight,
]

/** Illegal writes and the SQLSTATE of their rejection. */
export const illegal = [...orderedIllegally, ...postedIllegally, ...owedIllegal, ...pricedIllegally]
