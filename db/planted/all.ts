import { adjustedRight, adjustedWrong } from './adjustments.ts'
import { toldRight, toldWrong } from './documents.ts'
import { postedIllegally, postedRight, postedWrong, valuedWrong } from './ledger.ts'
import { orderedIllegally, orderedRight, orderedWrong } from './orders.ts'
import { owedIllegal, owedRight, owedWrong } from './payables.ts'
import { pricedIllegally, pricedRight, pricedWrong } from './prices.ts'
import { boughtRight, boughtWrong } from './purchases.ts'
import { chargedRight, chargedWrong } from './receivables.ts'
import { askedRight, askedWrong } from './requisitions.ts'
import { returnedWrong } from './returns.ts'
import { shippedWrong } from './shipments.ts'
import { exchangedWrong, filedWrong } from './warehouse.ts'

/** Wrongs that a view of the database must see: its name, what is wrong, and the statements. */
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
  ...toldWrong,
  ...askedWrong,
  ...adjustedWrong,
  ...pricedWrong,
]

/** Legal writes, which are taken and leave every view empty: else a refusal would prove nothing. */
export const legal = [
  ...orderedRight,
  ...boughtRight,
  ...chargedRight,
  ...postedRight,
  ...owedRight,
  ...toldRight,
  ...askedRight,
  ...adjustedRight,
  ...pricedRight,
]

/** Illegal writes and the SQLSTATE they are refused with. */
export const illegal = [...orderedIllegally, ...postedIllegally, ...owedIllegal, ...pricedIllegally]
