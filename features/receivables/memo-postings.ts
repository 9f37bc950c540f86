import type { PostingLine } from '#features/ledger/rules.ts'
import type { Cents } from '#platform/kernel/money.ts'

type Amounts = Record<'goods' | 'tax' | 'restockingFee' | 'total', Cents> & { customerId: number }

/**
 * What a credit memo posts. The fee for restocking is kept of what is credited: a line of its own
 * on the same account.
 */
export function linesOfMemo(memo: Amounts): PostingLine[] {
  const { customerId, goods, tax, restockingFee, total } = memo
  return [
    { account: 'returns', debit: goods },
    { account: 'salesTax', debit: tax },
    { account: 'returns', credit: restockingFee },
    { account: 'receivable', credit: total, customerId },
  ]
}
