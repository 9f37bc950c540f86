import { accounts, type PostingLine } from '#features/journal/rules.ts'
import type { Cents } from '#platform/kernel/money.ts'

type Amounts = Record<'goods' | 'tax' | 'restockingFee' | 'total', Cents> & {
  customerId: number
  goodsAccount: MemoAccount
}

/** The account that a credit memo debits for its goods: returns, or late fees. */
export type MemoAccount = '4900' | '4200'

/**
 * Returns the posting lines of a credit memo, with the goods on its own account. The restocking fee
 * is a separate line on the same account.
 */
export function linesOfMemo(memo: Amounts): PostingLine[] {
  const { customerId, goods, tax, restockingFee, total } = memo
  const account = memo.goodsAccount === accounts.lateFees.number ? 'lateFees' : 'returns'
  return [
    { account, debit: goods },
    { account: 'salesTax', debit: tax },
    { account, credit: restockingFee },
    { account: 'receivable', credit: total, customerId },
  ]
}
