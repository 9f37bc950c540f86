import { record } from '#features/audit/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { lettersAndDigits } from '#platform/kernel/fields.ts'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { settle } from '../payments/apply-to-invoices.ts'
import { changeOpenAmount } from '../payments/change-open-amount.ts'

const readOrders = {
  name: 'orders_that_deposits_name',
  text: `select id, order_number as "orderNumber", customer_po as "customerPO"
         from sales_orders
         where id = $2 or (customer_id = $1 and status in ('pending', 'processing'))`,
}

const readSources = {
  name: 'money_of_customer_to_apply',
  text: `select kind, id, number, reference, received_on as "receivedOn",
                greatest(received_on, unapplied_on, returned_on) as "availableFrom",
                open_amount as "openAmount"
         from (
           select 'payment' as kind, id, payment_number as number, reference, received_on,
                  open_amount,
                  (select max(a.reversed_on) from receivable_applications a
                   where a.payment_id = p.id) as unapplied_on,
                  (select max(f.reversed_on) from refunds f
                   where f.payment_id = p.id) as returned_on
           from customer_payments p where customer_id = $1 and open_amount > 0
           union all
           select 'credit', id, credit_memo_number, null, doc_date, open_amount,
                  (select max(a.reversed_on) from receivable_applications a
                   where a.credit_memo_id = m.id),
                  (select max(f.reversed_on) from refunds f where f.credit_memo_id = m.id)
           from credit_memos m where customer_id = $1 and open_amount > 0
         ) s
         order by kind desc, received_on, id`,
}

type OrderRow = { id: number; orderNumber: string; customerPO: string | null }
type SourceRow = {
  kind: 'payment' | 'credit'
  id: number
  number: string
  reference: string | null
  receivedOn: Day
  /** The later of that day and the last on which an application or refund of it was reversed. */
  availableFrom: Day
  openAmount: string
}

/** A newly posted invoice of a prepaid order. */
export type DepositedInvoice = {
  invoiceId: number
  customerId: number
  salesOrderId: number
  total: Cents
}

/**
 * Settles the invoice of a prepaid order with the customer's deposits, in the open transaction:
 * first payments that name the order, then others that name no open order, the oldest first, and
 * credit memos last. Any remainder is left open. Money that settled another invoice or was refunded
 * is applied from the day on which that was reversed. The caller must hold the customer lock.
 */
export async function settleByDeposit(ctx: Context, invoice: DepositedInvoice): Promise<void> {
  const { invoiceId, customerId, salesOrderId, total } = invoice
  const sources = await sourcesOf(ctx, { customerId, salesOrderId })
  let remaining: number = total
  for (const { receivedOn, availableFrom, openAmount, ...source } of sources) {
    if (remaining <= 0) return
    const open = cents(openAmount)
    const amount = Math.min(remaining, open) as Cents
    remaining -= amount
    const use = { ...source, customerId, openAmount: open, receivedOn, appliedOn: availableFrom }
    // Sequential, because each source settles what the ones before it left open.
    // oxlint-disable-next-line no-await-in-loop
    await settle(ctx, use, [{ invoiceId, amount: decimal(amount) }])
    // oxlint-disable-next-line no-await-in-loop
    await changeOpenAmount(ctx, source, (0 - amount) as Cents)
    const entity = source.kind === 'payment' ? 'customer_payment' : 'credit_memo'
    // oxlint-disable-next-line no-await-in-loop
    await record(ctx, [{ entity, entityId: source.id, action: 'apply', reason: 'Prepaid order' }])
  }
}

/** Returns the customer's open payments and credits, in the order of their use. */
async function sourcesOf(
  ctx: Context,
  { customerId, salesOrderId }: Pick<DepositedInvoice, 'customerId' | 'salesOrderId'>,
): Promise<SourceRow[]> {
  const found = await rows<SourceRow>(ctx.db, readSources, [customerId])
  if (found.length === 0) return []
  const orders = await rows<OrderRow>(ctx.db, readOrders, [customerId, salesOrderId])
  const isNamed = ({ reference }: SourceRow, isOwn: boolean) =>
    reference !== null &&
    orders.some(({ id, orderNumber, customerPO }) => {
      const numbers = [orderNumber, customerPO ?? ''].map(lettersAndDigits)
      return (
        (id === salesOrderId) === isOwn && numbers.includes(lettersAndDigits(reference) || 'none')
      )
    })
  const own = found.filter((source) => isNamed(source, true))
  const free = found.filter((source) => !isNamed(source, true) && !isNamed(source, false))
  return [...own, ...free]
}
