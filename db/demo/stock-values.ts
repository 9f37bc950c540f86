import {
  type StockChange,
  type StockState,
  valueStockChange,
} from '#features/skus/server/valuation/valuation-rules.ts'
import { type Cents, prorate, multiply, zero } from '#platform/kernel/money.ts'
import type { DemoBill } from './bills.ts'
import type { DemoOrder } from './orders.ts'
import type { DemoPurchase } from './purchases.ts'
import type { DemoReturn } from './returns.ts'
import type { DemoSku } from './skus.ts'
import type { Move } from './stock-movements.ts'

/** Effects of the history on the value of stock. */
export type DemoValues = {
  /** Value change of each movement of goods, by the movement's index. */
  moves: Map<number, Cents>
  /** Value changes of bills that differed from their orders. */
  bills: { billId: number; skuId: number; amount: Cents }[]
  /** Final stock and value by SKU. */
  stocks: Map<number, StockState>
  /** Cost of the shipped goods, by `order:line`. */
  costs: Map<string, Cents>
}

type History = {
  skus: readonly DemoSku[]
  orders: readonly DemoOrder[]
  purchases: readonly DemoPurchase[]
  bills: readonly DemoBill[]
  returns: readonly DemoReturn[]
  moves: readonly Move[]
}

/** Values movements and bills in chronological order, at moving average cost. */
export function valueHistory(history: History): DemoValues {
  const { skus, bills, moves } = history
  const values: DemoValues = {
    moves: new Map(),
    bills: [],
    stocks: stocksOf(skus),
    costs: new Map(),
  }
  const change = (skuId: number, changed: StockChange): Cents => {
    const before = values.stocks.get(skuId)
    if (!before) throw new Error(`No SKU ${skuId} in the demo`)
    const { after, change: found } = valueStockChange(before, changed, 'average')
    values.stocks.set(skuId, after)
    return found.stock
  }
  const posted = bills
    .filter(({ postedAt }) => postedAt !== undefined)
    .sort((a, b) => (a.postedAt ?? 0) - (b.postedAt ?? 0))
  const purchases = new Map(history.purchases.map((order) => [order.id, order]))
  const billUntil = (moment: number) => {
    while (posted[0] && (posted[0].postedAt ?? 0) <= moment) {
      const bill = posted.shift() as DemoBill
      for (const { line, quantity, total } of bill.lines) {
        const ordered = purchases.get(bill.orderId)?.lines[line - 1]
        const amount = (total - (multiply(ordered?.unitPrice ?? zero, quantity) ?? zero)) as Cents
        if (!ordered || amount === 0) continue
        const kind = 'difference'
        const stock = change(ordered.skuId, { kind, documentUnits: quantity, amount })
        values.bills.push({ billId: bill.id, skuId: ordered.skuId, amount: stock })
      }
    }
  }
  const amountOf = amountsOf(history, values.costs)
  moves.forEach((move, index) => {
    const { skuId, onHand: units, at } = move
    billUntil(at)
    if (units === 0) return
    const amount = amountOf(move)
    const moved = { units, documentUnits: units }
    const stock = change(
      skuId,
      amount === undefined
        ? { kind: 'at-cost', ...moved }
        : { kind: 'at-amount', ...moved, amount },
    )
    values.moves.set(index, stock)
    if (move.orderId > 0) values.costs.set(`${move.orderId}:${move.line}`, (0 - stock) as Cents)
  })
  billUntil(Infinity)
  return values
}

function stocksOf(skus: readonly DemoSku[]): Map<number, StockState> {
  const empty = { units: 0, value: zero }
  return new Map(
    skus.map(({ id, cost }) => [id, { ...empty, average: cost * 100, standard: cost * 100 }]),
  )
}

/** The value of a movement by its document: the purchase price, or the cost at which it shipped. */
function amountsOf({ orders, purchases, returns }: History, costs: ReadonlyMap<string, Cents>) {
  const [sold, bought, back] = [byId(orders), byId(purchases), byId(returns)]
  return ({ kind, purchaseId, returnId, line, onHand }: Move): Cents | undefined => {
    if (kind === 'receive') {
      const price = bought.get(purchaseId ?? 0)?.lines[line - 1]?.unitPrice ?? zero
      return multiply(price, onHand) ?? zero
    }
    if (kind !== 'return') return undefined
    const returnLines = back.get(returnId ?? 0)
    const original = returnLines?.lines[line - 1]?.line ?? 0
    const quantity = sold.get(returnLines?.originalId ?? 0)?.lines[original - 1]?.quantity ?? onHand
    return prorate(
      costs.get(`${returnLines?.originalId ?? 0}:${original}`) ?? zero,
      onHand,
      quantity,
    )
  }
}

function byId<Row extends { id: number }>(all: readonly Row[]): Map<number, Row> {
  return new Map(all.map((each) => [each.id, each]))
}
