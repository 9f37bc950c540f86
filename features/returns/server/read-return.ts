import { may } from '#features/auth/rules.ts'
import { missing } from '#platform/kernel/refusal.ts'
import { type Context, onOneConnection, rows } from '#platform/server/database/db.ts'
import type { ReturnDetails, ReturnItem, ReturnReceipt, ReturnReceiptItem } from '../contract.ts'
import { holdAdviceOf } from '../rules.ts'
import * as store from './store.ts'

/**
 * Returns one return with its lines. Prices on returns to vendors are null for roles that may not
 * read costs. Throws 404 if it does not exist.
 */
export function readReturn(ctx: Context, id: number): Promise<ReturnDetails> {
  return onOneConnection(ctx, async ({ db }) => {
    type Parts = 'items' | 'receipts' | 'vendorReturns' | 'holdAdvice'
    type Received = ReturnReceiptItem & { receiptId: number }
    const [found, items, receipts, received, vendorReturns] = await Promise.all([
      rows<Omit<ReturnDetails, Parts>>(db, store.readReturn, [id]),
      rows<ReturnItem>(db, store.readItems, [id]),
      rows<Omit<ReturnReceipt, 'items'>>(db, store.readReceipts, [id]),
      rows<Received>(db, store.readReceiptItems, [id]),
      rows<ReturnDetails['vendorReturns'][number]>(db, store.readVendorReturns, [id]),
    ])
    const goodsReturn = found[0]
    if (!goodsReturn) throw missing('That return')
    const canSeePrices = goodsReturn.type === 'rma' || mayReadCosts(ctx)
    const withVisiblePrices = (item: ReturnItem) =>
      canSeePrices ? item : { ...item, unitPrice: null, totalPrice: null }
    const of = (receipt: { id: number }) =>
      received
        .filter(({ receiptId }) => receiptId === receipt.id)
        .map(({ receiptId: _, ...item }) => item)
    const holdAdvice = holdAdviceOf(goodsReturn)
    return {
      ...goodsReturn,
      ...(holdAdvice && { holdAdvice }),
      ...(!canSeePrices && { totalAmount: null }),
      items: items.map(withVisiblePrices),
      receipts: receipts.map((receipt) => ({ ...receipt, items: of(receipt) })),
      vendorReturns,
    }
  })
}

/** True if the user may read costs, or if there is no user. */
export function mayReadCosts({ user }: Context): boolean {
  return !user || may(user, 'skus.cost')
}
