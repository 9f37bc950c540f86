import { type Cents, decimal, sum, zero } from '#platform/kernel/money.ts'
import { type Context, send } from '#platform/server/database/db.ts'

const changeOpen = {
  payment: {
    name: 'change_open_payment',
    text: `update customer_payments
           set open_amount = open_amount + $2, updated_at = now(), version = version + 1
           where id = $1`,
  },
  credit: {
    name: 'change_open_credit_memo',
    text: `update credit_memos
           set open_amount = open_amount + $2, updated_at = now(), version = version + 1
           where id = $1`,
  },
} as const

/**
 * Changes the open amount of a payment or credit memo; negative if money is applied or reserved.
 * The caller must hold the customer lock.
 */
export async function changeOpenAmount(
  ctx: Context,
  { kind, id }: { kind: 'payment' | 'credit'; id: number },
  amount: Cents,
): Promise<void> {
  await send(ctx, changeOpen[kind], [id, decimal(amount)])
}

/** Adds up what changes the open amount of each document. */
export function openAmountChanges(changes: readonly { id: number; change: Cents }[]) {
  const totals = new Map<number, Cents>()
  for (const { id, change } of changes) totals.set(id, sum([totals.get(id) ?? zero, change]))
  return [...totals].map(([id, total]) => ({ id, openAmount: decimal(total) }))
}
