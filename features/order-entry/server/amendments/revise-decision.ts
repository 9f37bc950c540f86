import type { CreditDecision } from '#features/credit/rules.ts'
import type { DecisionFacts } from '#features/decisions/contract.ts'
import type { SalesOrderDetails } from '#features/sales-orders/contract.ts'
import type { AmendedLine } from '#features/sales-orders/server/service.ts'
import { isWithoutReservation } from '#features/sales-orders/rules.ts'
import { openUnits } from '#features/sales-orders/shipment-rules.ts'
import { assessStock } from '#features/stock/rules.ts'
import { amount, type Cents, cents, decimal, zero } from '#platform/kernel/money.ts'
import type { Decision, OrderFacts } from '../../rules.ts'
import { creditForChange } from './change-credit.ts'
import {
  allocateRevisedLines,
  type AnyRevisedLine,
  pricedLines,
  type RevisedLine,
  revisedTotals,
} from './revised-lines.ts'

// The decision on a changed order that had been processed: what had shipped stays, and only the
// other units are decided again. The facts are those of the order, or those of a receipt.

/** The order before the change, and its lines after it. */
export type Revision<Line extends AnyRevisedLine> = {
  lines: readonly Line[]
  before: Pick<SalesOrderDetails, 'totalAmount' | 'shippedAmount'> & { holdReason: string | null }
  /** The shipping charge once something has shipped; it does not change then. */
  fixedShipping: Cents | undefined
  /** The tax that has shipped, by the id of the line. */
  shippedTax: ReadonlyMap<number, Cents>
  /** The open units have another tax rate or place than before the change. */
  isMoved: boolean
  /** False for receipts of earlier versions, which taxed shipped units again. */
  isTaxedByOpenUnits: boolean
}

/**
 * The lines, totals and credit check of a changed order from the decision on all its units. The
 * credit is undefined if none was needed; whoever writes the change refuses what is not approved.
 */
export function reviseDecision<Line extends AnyRevisedLine>(
  { facts, decision }: { facts: OrderFacts; decision: Decision },
  { lines: matched, before, fixedShipping, ...taxed }: Revision<Line>,
) {
  const reserved = reservedBefore(matched)
  const freeOf = (skuId: number) => {
    return (facts.skus.get(skuId)?.available ?? 0) - (reserved.get(skuId) ?? 0)
  }
  const isHeld = isWithoutReservation(before.holdReason)
  const taxRate = taxed.isTaxedByOpenUnits ? facts.charges.taxRate : undefined
  const repriced = pricedLines(matched, { decidedLines: decision.lines, ...taxed, taxRate })
  const lines = allocateRevisedLines(repriced, { freeOf, isHeld })
  const totals = revisedTotals(lines, fixedShipping ?? decision.totals.shippingAmount)
  const credit = creditForChange(facts, { before, total: totals.total })
  return { lines, totals, credit, revised: revisedDecision(decision, { lines, totals, credit }) }
}

/** Units that the order had reserved, by SKU. */
function reservedBefore(lines: readonly AnyRevisedLine[]): ReadonlyMap<number, number> {
  const reserved = new Map<number, number>()
  for (const { skuId, previous } of lines) {
    reserved.set(skuId, (reserved.get(skuId) ?? 0) + (previous?.qtyReserved ?? 0))
  }
  return reserved
}

type WrittenLine = Pick<
  AmendedLine,
  'skuId' | 'quantity' | 'taxAmount' | 'reserved' | 'backordered'
> & { previous?: { qtyShipped: number } | undefined }

type Revised = {
  lines: readonly WrittenLine[]
  totals: ReturnType<typeof revisedTotals>
  credit: CreditDecision | undefined
}

/**
 * The decision with the tax, units and credit that the revised lines have in the end. Only units
 * that have not shipped need stock.
 */
export function revisedDecision(decision: Decision, { lines, totals, credit }: Revised): Decision {
  const remaining = lines.filter(({ quantity }) => quantity > 0)
  const { stock } = decision
  const stockStatus = stockOfOpenUnits(stock.stockStatus, remaining)
  const available = stockStatus.every(({ shortfall }) => shortfall === 0)
  return {
    ...decision,
    stock: { ...stock, available, stockStatus },
    credit: credit ?? decision.credit,
    totals: { ...decision.totals, ...totals },
    lines: decision.lines.map((line, index) => {
      const { taxAmount, reserved, backordered } = remaining[index] as (typeof remaining)[number]
      return { ...line, taxAmount, reserved, backordered }
    }),
  }
}

/** The stock lines of a decision for the units that have not shipped. */
function stockOfOpenUnits(
  stockStatus: Decision['stock']['stockStatus'],
  lines: readonly WrittenLine[],
): Decision['stock']['stockStatus'] {
  const open = lines.map(({ skuId, quantity, previous }) => {
    return { skuId, quantity: openUnits({ quantity, qtyShipped: previous?.qtyShipped ?? 0 }) }
  })
  const found = new Map(stockStatus.map((line) => [line.skuId, line]))
  const needed = assessStock(open, (skuId) => found.get(skuId)?.available ?? 0)
  return needed.map((line) => ({ ...found.get(line.skuId), ...line }))
}

type FactsBefore = NonNullable<DecisionFacts['before']>
type ProcessedFacts = NonNullable<DecisionFacts['processed']>

type Processed = Pick<Revision<RevisedLine>, 'shippedTax' | 'isMoved'> & {
  acceptsBackorders: boolean
}

/** The order before the change, as its receipt has it: enough to decide the change again. */
export function processedFactsOf(
  before: SalesOrderDetails,
  { shippedTax, isMoved, acceptsBackorders }: Processed,
): ProcessedFacts {
  return {
    isMoved,
    isTaxedByOpenUnits: true,
    acceptsBackorders,
    shippedAmount: amount(before.shippedAmount),
    ...(before.shipmentCount > 0 && { shippingAmount: amount(before.shippingAmount) }),
    lines: before.items.map((line) => ({
      lineNo: line.lineNo,
      skuId: line.skuId,
      quantity: line.quantity,
      unitPrice: amount(line.unitPrice),
      priceSource: line.priceSource,
      taxAmount: amount(line.taxAmount),
      shipped: line.qtyShipped,
      shippedTax: decimal(shippedTax.get(line.id) ?? zero),
      reserved: line.qtyReserved,
      backordered: line.qtyBackordered,
    })),
  }
}

/** The way back from the facts and the decided lines of a receipt. */
export function revisionOf(
  { before, processed }: { before: FactsBefore; processed: ProcessedFacts },
  decided: readonly { lineNo: number; skuId: number; quantity: number }[],
): Revision<AnyRevisedLine> {
  const { isMoved, isTaxedByOpenUnits = false, shippedAmount, shippingAmount, lines } = processed
  const quantities = new Map(decided.map(({ lineNo, quantity }) => [lineNo, quantity]))
  const numbers = new Set(lines.map(({ lineNo }) => lineNo))
  const existing = lines.map((line): AnyRevisedLine => {
    const { lineNo, skuId } = line
    return { lineNo, skuId, quantity: quantities.get(lineNo) ?? 0, previous: previousOf(line) }
  })
  const added = decided
    .filter(({ lineNo }) => !numbers.has(lineNo))
    .map(({ lineNo, skuId, quantity }) => ({ lineNo, skuId, quantity, previous: undefined }))
  return {
    lines: [...existing, ...added],
    before: { ...before, shippedAmount },
    fixedShipping: shippingAmount === undefined ? undefined : cents(shippingAmount),
    shippedTax: new Map(lines.map(({ lineNo, shippedTax }) => [lineNo, cents(shippedTax)])),
    isMoved,
    isTaxedByOpenUnits,
  }
}

/** A line before the change; its number stands for its id. */
function previousOf({
  shipped,
  reserved,
  backordered,
  shippedTax: _,
  ...line
}: ProcessedFacts['lines'][number]): AnyRevisedLine['previous'] {
  const units = { qtyShipped: shipped, qtyReserved: reserved, qtyBackordered: backordered }
  return { ...line, ...units, id: line.lineNo }
}
