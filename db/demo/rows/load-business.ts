import type { DemoName } from '#features/auth/demo-accounts.ts'
import type { OrderDraft } from '#features/order-entry/contract.ts'
import { createEnteredOrders } from '#features/order-entry/server/service.ts'
import { changeSettings, readSettings } from '#features/settings/server/service.ts'
import { readCustomer, updateCustomer } from '#features/customers/server/service.ts'
import { today } from '#platform/kernel/days.ts'
import { type Cents, cents, decimal, sum } from '#platform/kernel/money.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Actor, type Context, rows } from '#platform/server/database/db.ts'
import { addAccounts, type DemoAccount } from '../user-accounts.ts'
import type { Business } from '../business.ts'
import { closeMonths } from './close-months.ts'
import type { DemoOrder } from '../orders.ts'
import { writeAdjustments } from './stock-adjustment-postings.ts'
import { writeAgreements, writeCustomers, writeSkus, writeVendors } from './master-data.ts'
import { actionsOf, writeMessages, writeOrders } from './orders.ts'
import { writePartner } from './edi-partner.ts'
import { writeBuying } from './offers-requisitions-and-dunning.ts'
import { payableActionsOf, writePayables } from './payables.ts'
import { postReceipts, purchaseActionsOf, writePurchases } from './purchases.ts'
import { receivableActionsOf, writeReceivables } from './receivables.ts'
import { returnActionsOf, writeReturns } from './returns.ts'
import { writeMoveValues } from './stock-and-bill-values.ts'
import { writeShipments } from './shipments.ts'
import { momentOf } from './insert-rows.ts'
import { type OrderAction, writeActions } from './audit-entries.ts'
import { writeMoves } from './stock-movements.ts'

const placedAtOnce = 64

type LoadOptions = {
  accounts: readonly DemoAccount[]
  /** Called before each of the five parts. */
  reach?: (step: number) => Promise<void>
}

/**
 * Writes the whole business in the open transaction: accounts, master data, the order history with
 * matching stock movements and audit log, and last the pending orders, which are placed through the
 * regular use case.
 */
export async function loadBusiness(
  ctx: Context,
  business: Business,
  { accounts, reach = async () => {} }: LoadOptions,
): Promise<void> {
  await reach(1)
  const actors = await addAccounts(ctx, accounts)
  await writeMasters(ctx, business)
  const ids = mapOf(actors)
  await reach(2)
  await writeHistory(ctx, business, ids)
  await rows(ctx.db, continueIds)
  await writePartner(ctx.db, ids.admin)
  await changeSettings({ ...ctx, user: actors.admin }, lenient)
  await reach(3)
  await placePending(ctx, business.pending, actors)
  await reach(4)
  await writeBuying(ctx, business.purchases, actors)
  await reach(5)
  await rows(ctx.db, markMessagesSent)
  await lowerLimits(ctx, business.lowered, actors.finance)
}

/**
 * This business sells to customers who pay late; the default settings reject them (docs/rules.md,
 * Credit).
 */
const lenient = { creditOverdueDays: 0, creditOverduePercent: 0 }

type Ids = Readonly<Record<DemoName, number>>

function mapOf(actors: Record<DemoName, Actor>): Ids {
  const entries = Object.entries(actors).map(([name, { id }]) => [name, id])
  // The keys are unchanged.
  return Object.fromEntries(entries) as Ids
}

async function writeMasters(ctx: Context, business: Business): Promise<void> {
  const { start, customers, vendors, skus, agreements, levels } = business
  const at = momentOf(start)
  const counted = ctx.now.toISOString()
  await writeCustomers(ctx.db, customers, { at, processing: processingOf(business.history) })
  await writeVendors(ctx.db, vendors, at)
  await writeSkus(ctx.db, skus, { at, counted, levels })
  await writeAgreements(ctx.db, agreements, at)
}

/** Each customer's open orders before the pending orders are placed. */
function processingOf(history: readonly DemoOrder[]): Map<number, string> {
  const amounts = new Map<number, Cents[]>()
  for (const { customer, status, totals } of history) {
    if (status !== 'processing') continue
    amounts.set(customer.id, [...(amounts.get(customer.id) ?? []), totals.total])
  }
  return new Map([...amounts].map(([id, each]) => [id, decimal(sum(each))]))
}

async function writeHistory(ctx: Context, business: Business, ids: Ids): Promise<void> {
  const {
    history,
    purchases,
    payables,
    returns,
    moves,
    values,
    customers,
    vendors,
    skus,
    agreements,
    start,
  } = business
  await writeOrders(ctx.db, history, ids)
  await writeShipments(ctx.db, history, ids)
  await writePurchases(ctx.db, purchases, ids)
  await writeReturns(ctx.db, returns, ids)
  await writeReceivables(ctx.db, business.receivables, { finance: ids.finance, values })
  await writeMoves(ctx.db, moves, ids)
  const { businessTimeZone } = await readSettings(ctx)
  await writeMoveValues(ctx.db, { moves, values, timeZone: businessTimeZone })
  await writeAdjustments(ctx.db, businessTimeZone)
  await postReceipts(ctx.db)
  await writePayables(ctx.db, { ...payables, values }, ids)
  const closings = await closeMonths(ctx.db, today(ctx.now, businessTimeZone), ids)
  const creations = (entity: string, all: readonly { id: number }[]): OrderAction[] =>
    all.map(({ id }) => {
      return { entity, id, action: 'create', from: null, to: null, by: ids.sales, at: start }
    })
  await writeActions(ctx.db, [
    ...creations('customer', customers),
    ...creations('vendor', vendors),
    ...creations('sku', skus),
    ...creations('contract_price', agreements),
    ...history.flatMap((order) => actionsOf(order, ids)),
    ...purchases.flatMap((order) => purchaseActionsOf(order, ids)),
    ...payableActionsOf(payables, ids),
    ...returns.flatMap((goods) => returnActionsOf(goods, ids)),
    ...receivableActionsOf(business.receivables, ids),
    ...closings,
  ])
  await writeMessages(ctx.db, history)
}

/** Places orders as their clerk, in date order, through the regular order use case. */
async function placePending(
  ctx: Context,
  pending: readonly DemoOrder[],
  actors: Record<DemoName, Actor>,
): Promise<void> {
  const days = new Set(pending.map((order) => order.day))
  for (const day of days) {
    const ofDay = pending.filter((order) => order.day === day)
    for (let start = 0; start < ofDay.length; start += placedAtOnce) {
      const part = ofDay.slice(start, start + placedAtOnce)
      const request = part.map((order) => {
        return { body: draftOf(order), user: actors[order.by], requestId: 'demo', call: undefined }
      })
      const placedAt = new Date(part[0]?.placedAt ?? ctx.now.getTime())
      const answers = await createEnteredOrders({ ...ctx, now: placedAt }, request)
      const refused = answers.find((answer) => answer instanceof Refusal)
      if (refused instanceof Refusal) throw refused
    }
  }
}

function draftOf(order: DemoOrder): OrderDraft {
  return {
    customerId: order.customer.id,
    customerPO: order.customerPO,
    orderSource: order.source,
    items: order.lines.map(({ skuId, quantity }) => ({ skuId, quantity })),
  }
}

/** Lowers some credit limits after the orders were placed, through the regular use case. */
async function lowerLimits(
  ctx: Context,
  lowered: ReadonlyMap<number, Cents>,
  finance: Actor,
): Promise<void> {
  for (const [id, limit] of lowered) {
    const { customerCode, name, email, creditLimit } = await readCustomer(ctx, id)
    if (cents(creditLimit) <= limit) throw new Error(`The limit of ${customerCode} is low already`)
    const form = { customerCode, name, email, creditLimit: decimal(limit) }
    await updateCustomer({ ...ctx, user: finance }, id, { form, ifMatch: undefined })
  }
}

/** Rows were inserted with explicit ids; advance the sequences past them. */
const continueIds = {
  name: 'demo_continue_ids',
  text: `select setval('customers_id_seq', (select max(id) from customers)),
                setval('vendors_id_seq', (select max(id) from vendors)),
                setval('skus_id_seq', (select max(id) from skus)),
                setval('contract_pricing_id_seq', (select max(id) from contract_pricing)),
                setval('sales_orders_id_seq', (select max(id) from sales_orders)),
                setval('purchase_orders_id_seq', (select max(id) from purchase_orders)),
                setval('returns_id_seq', (select max(id) from returns)),
                setval('invoices_id_seq', (select max(id) from invoices)),
                setval('customer_payments_id_seq', (select max(id) from customer_payments)),
                setval('credit_memos_id_seq', (select max(id) from credit_memos)),
                setval('vendor_bills_id_seq', (select max(id) from vendor_bills)),
                setval('vendor_payments_id_seq', (select max(id) from vendor_payments))`,
}

/** Marks outbox messages of demo orders as sent, so that no external system receives them. */
const markMessagesSent = {
  name: 'demo_tell_nobody',
  text: 'update outbox set sent_at = created_at, attempts = 1 where sent_at is null',
}
