import { accounts, type PostingLine } from '#features/journal/rules.ts'
import type { Cents } from '#platform/kernel/money.ts'

type Amounts = Record<'goods' | 'tax' | 'restockingFee' | 'total', Cents> & {
  customerId: number
  goodsAccount: MemoAccount
}

/** The account that a credit memo takes its goods from: returns, or late fees. */
export type MemoAccount = '4900' | '4200'

/**
 * What a credit memo posts, on the account its goods are taken from. The fee for restocking is kept
 * of what is credited: a line of its own on the same account.
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
