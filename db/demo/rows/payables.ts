import { decimal } from '#platform/kernel/money.ts'
import { type Db, rows } from '#platform/server/database/db.ts'
import type { DemoBill, PayerName } from '../bills.ts'
import { dayOf } from '../calendar.ts'
import type { DemoPayment } from '../vendor-payments.ts'
import * as sql from './payables-sql.ts'
import type { DemoValues } from '../stock-values.ts'
import { writeBillValues } from './stock-and-bill-values.ts'
import { insertRows, momentOf } from './insert-rows.ts'
import type { OrderAction } from './audit-entries.ts'

type PayerIds = Readonly<Record<PayerName, number>>
type Payables = { bills: readonly DemoBill[]; payments: readonly DemoPayment[] }

/** Writes bills, payments and credits with their applications and journal entries. */
export async function writePayables(
  db: Db,
  { bills, payments, values }: Payables & { values: DemoValues },
  ids: PayerIds,
): Promise<void> {
  await insertRows(
    db,
    sql.insertBills,
    bills.map((bill) => billRow(bill, ids)),
  )
  await insertRows(
    db,
    sql.insertBillLines,
    bills.flatMap((bill) =>
      bill.lines.map((line, index) => [
        bill.id,
        index + 1,
        bill.orderId,
        line.line,
        line.quantity,
        decimal(line.unitPrice),
        decimal(line.total),
      ]),
    ),
  )
  await writePayments(db, payments, ids)
  const approvals = [
    ...bills.flatMap((bill) =>
      bill.releasedAt === undefined
        ? []
        : [['vendor_bill', bill.id, ids.finance, momentOf(bill.releasedAt)]],
    ),
    ...payments.flatMap((payment) =>
      payment.releasedAt === undefined
        ? []
        : [['vendor_payment', payment.id, ids.admin, momentOf(payment.releasedAt)]],
    ),
  ]
  await insertRows(db, sql.insertReleases, approvals)
  await writeBillValues(db, values)
  for (const statement of [sql.writeCredits, sql.postBills, sql.postPayments]) {
    await rows(db, statement)
  }
  await rows(db, sql.postReturns)
}

function billRow(bill: DemoBill, ids: PayerIds): unknown[] {
  const { postedAt, releasedAt, settled } = bill
  const last = postedAt ?? bill.enteredAt
  const steps = bill.status === 'draft' ? 1 : bill.status === 'blocked' ? 2 : 3
  return [
    bill.id,
    bill.number,
    bill.vendor.id,
    bill.status,
    bill.docDate,
    bill.dueDate,
    bill.vendor.paymentTerms,
    bill.discountDate ?? null,
    decimal(bill.discount),
    decimal(bill.total),
    decimal(settled),
    JSON.stringify(bill.findings),
    postedAt === undefined ? null : dayOf(postedAt),
    ids[bill.by],
    momentOf(bill.enteredAt),
    momentOf(last),
    steps + (releasedAt === undefined ? 0 : 1) + (settled > 0 ? 1 : 0),
    bill.discountPercent,
  ]
}

async function writePayments(
  db: Db,
  payments: readonly DemoPayment[],
  ids: PayerIds,
): Promise<void> {
  await insertRows(
    db,
    sql.insertPayments,
    payments.map((payment) => {
      const { releasedAt } = payment
      const isReleased = releasedAt !== undefined
      return [
        payment.id,
        `VP-${payment.preparedAt}`,
        payment.vendor.id,
        isReleased ? 'posted' : 'draft',
        payment.method,
        payment.paidOn,
        decimal(payment.amount),
        decimal(payment.discount),
        isReleased ? ids.admin : null,
        isReleased ? dayOf(releasedAt) : null,
        ids.finance,
        momentOf(payment.preparedAt),
        momentOf(releasedAt ?? payment.preparedAt),
        isReleased ? 2 : 1,
      ]
    }),
  )
  const parts = payments.flatMap((payment) =>
    payment.parts.map(({ bill, amount, discount }) => [
      payment.id,
      bill.id,
      decimal(amount),
      decimal(discount),
    ]),
  )
  await insertRows(db, sql.insertPaymentLines, parts)
  await rows(db, sql.applyPayments)
}

/** The audit log of bills and payments. */
export function payableActionsOf({ bills, payments }: Payables, ids: PayerIds): OrderAction[] {
  return [
    ...bills.flatMap((bill) => billActions(bill, ids)),
    ...payments.flatMap(paymentActions(ids)),
  ]
}

function billActions(
  { id, by, enteredAt, releasedAt, ...bill }: DemoBill,
  ids: PayerIds,
): OrderAction[] {
  const base = { entity: 'vendor_bill', id, by: ids[by], at: enteredAt }
  const creation = { ...base, action: 'create', from: null, to: 'draft' }
  if (bill.status === 'draft') return [creation]
  const block = { ...base, action: 'block', from: 'draft', to: 'blocked' }
  if (bill.status === 'blocked') return [creation, block]
  if (releasedAt === undefined) {
    const match = { ...base, action: 'match', from: 'draft', to: 'matched' }
    return [creation, match, { ...base, action: 'post', from: 'matched', to: 'posted' }]
  }
  const later = { ...base, by: ids.finance, at: releasedAt }
  return [
    creation,
    block,
    { ...later, action: 'release', from: 'blocked', to: 'matched' },
    { ...later, action: 'post', from: 'matched', to: 'posted' },
  ]
}

function paymentActions(ids: PayerIds) {
  return ({ id, preparedAt, releasedAt }: DemoPayment): OrderAction[] => {
    const base = { entity: 'vendor_payment', id }
    const creation = { action: 'create', from: null, to: 'draft', by: ids.finance, at: preparedAt }
    if (releasedAt === undefined) return [{ ...base, ...creation }]
    const release = { action: 'release', from: 'draft', to: 'posted' }
    return [
      { ...base, ...creation },
      { ...base, ...release, by: ids.admin, at: releasedAt },
    ]
  }
}
