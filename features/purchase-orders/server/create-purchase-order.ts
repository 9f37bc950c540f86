import { record } from '#features/audit/server/service.ts'
import { isTrialUser } from '#features/auth/server/service.ts'
import { guardOpen } from '#features/journal/server/service.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal } from '#platform/kernel/money.ts'
import { type Context, inTransaction, rows } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import { mapConstraintErrors } from '#platform/server/database/pg-errors.ts'
import { chainOf } from './approval/chain-of.ts'
import type { PurchaseOrderDetails, PurchaseOrderForm } from '../contract.ts'
import {
  guardVendor,
  insertLines,
  lockVendor,
  type CertificateContext,
  price,
  numberAlreadyUsed,
} from './price-and-insert-lines.ts'
import { stepsTo } from '../rules.ts'
import { readPurchaseOrderDetails } from './read-order.ts'
import {
  decide,
  type LockedOrder,
  lockOrders,
  messageOf,
  applyTransitions,
} from './apply-transitions.ts'
import * as store from './store.ts'

/**
 * Creates a purchase order and performs each legal step up to the requested status, with all
 * effects and records of each step. Throws if the number is in use, or the vendor or a SKU is
 * unknown or inactive.
 */
export async function createPurchaseOrder(
  ctx: Context,
  form: PurchaseOrderForm,
): Promise<PurchaseOrderDetails> {
  const rules = await readSettings(ctx)
  const date = today(ctx.now, rules.businessTimeZone)
  return inTransaction(ctx, async (inner) => {
    const steps = stepsTo(form.status ?? 'draft')
    if (steps.includes('receive')) await guardOpen(inner, [date])
    let order = await insertDraft(inner, form, { ...rules, date })
    const { id } = order
    const isTrial = steps.length > 0 && (await isTrialUser(inner))
    const decisive = steps.includes('approve') ? 'approve' : 'submit'
    const chain = steps.includes('submit') ? await chainOf(inner, decisive, date) : {}
    for (const verb of steps) {
      const transition = { verb, isCreation: true, isTrial }
      const step = decide(order, transition, { user: inner.user, rules, date, ...chain })
      order = (await applyTransitions(inner, [step]))[0] ?? order
    }
    return readPurchaseOrderDetails(inner, id, date)
  })
}

/**
 * Prices the lines of a new order. Locks the vendor and the SKUs. Throws if the vendor or a SKU is
 * unknown or inactive, a certificate has expired, or an amount is out of range.
 */
export async function priceDraft(ctx: Context, form: PurchaseOrderForm, rules: CertificateContext) {
  guardVendor(await lockVendor(ctx, form.vendorId))
  return price(ctx, { vendorId: form.vendorId, items: form.items ?? [] }, rules)
}

/**
 * Inserts an order as a draft, with its history and outbox message. Throws 409 if its number is in
 * use.
 */
export async function insertDraft(
  ctx: Context,
  form: PurchaseOrderForm,
  rules: CertificateContext,
): Promise<LockedOrder> {
  const priced = await priceDraft(ctx, form, rules)
  const total = priced.lines.length > 0 ? priced.total : cents(form.totalAmount ?? '0')
  const header = { ...headerOf(form, rules.date), total, hasLines: priced.lines.length > 0 }
  const id = await insert(ctx, header)
  await insertLines(ctx, id, priced.lines)
  const entryBase = { entity: 'purchase_order', entityId: id, action: 'create' } as const
  await record(ctx, [{ ...entryBase, toStatus: 'draft' }])
  const [order] = await lockOrders(ctx, [id], 'approve')
  if (!order) throw new Error('The inserted order was not found')
  await enqueue(ctx, [messageOf(order, 'create')])
  return order
}

function headerOf(form: PurchaseOrderForm, date: Day) {
  const { orderNumber, vendorId, orderDate = date, expectedDate = null, notes = null } = form
  return { orderNumber, vendorId, orderDate, expectedDate, notes }
}

type Header = ReturnType<typeof headerOf> & { total: Cents; hasLines: boolean }

async function insert(ctx: Context, header: Header): Promise<number> {
  if (!ctx.user) throw new Error('A purchase order needs a signed-in user')
  const { orderNumber, vendorId, orderDate, expectedDate, total, hasLines, notes } = header
  const dates = [orderDate, expectedDate]
  const values = [orderNumber, vendorId, ...dates, decimal(total), !hasLines, notes, ctx.user.id]
  const inserted = await mapConstraintErrors(
    { purchase_order_number_taken: numberAlreadyUsed },
    () => rows<{ id: number }>(ctx.db, store.insertOrder, values),
  )
  return inserted[0]?.id ?? 0
}
