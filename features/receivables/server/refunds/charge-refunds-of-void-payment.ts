import { record } from '#features/audit/server/service.ts'
import type { Day } from '#platform/kernel/days.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'

const insertCharges = {
  name: 'charge_refunds_of_void_payment',
  text: `insert into invoices
           (customer_id, doc_date, payment_terms, due_date, goods, tax, freight, charge, total,
            open_amount, refund_id, created_by)
         select f.customer_id, $2, 'Due on receipt', $2, 0, 0, 0, f.amount, f.amount, f.amount,
                f.id, $3
         from refunds f
         where f.payment_id = $1 and f.status = 'released'
         order by f.id
         returning id, invoice_number as "invoiceNumber", customer_id as "customerId", total,
                   (select refund_number from refunds where id = refund_id) as "refundNumber"`,
}

type RefundInvoice = {
  id: number
  invoiceNumber: string
  customerId: number
  total: string
  refundNumber: string
}

/**
 * Invoices a customer for refunds paid out of a payment that bounced; each invoice is due at once.
 * The refund has already posted the amount, so the charge posts nothing. The caller must hold the
 * customer lock and void the payment.
 */
export async function chargeRefunds(
  ctx: Context,
  { paymentId, date, reason }: { paymentId: number; date: Day; reason: string },
): Promise<void> {
  const by = ctx.user?.id ?? null
  const charges = await rows<RefundInvoice>(ctx.db, insertCharges, [paymentId, date, by])
  await record(
    ctx,
    charges.map(({ id, refundNumber }) => ({
      entity: 'invoice' as const,
      entityId: id,
      action: 'post',
      reason: `${refundNumber} was paid from a voided payment: ${reason}`,
    })),
  )
  await enqueue(
    ctx,
    charges.map(({ id, invoiceNumber, customerId, total }) => ({
      topic: 'invoice.posted',
      aggregate: 'invoice',
      aggregateId: id,
      aggregateVersion: 1,
      payload: { invoiceNumber, customerId, salesOrderId: null, docDate: date, total },
    })),
  )
}
