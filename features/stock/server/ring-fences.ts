import { record } from '#features/audit/server/service.ts'
import { invalid, missing, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, type Db, inTransaction, rows, send } from '#platform/server/database/db.ts'
import type { RingFenceDetails, RingFenceForm, SkuRingFences } from '../contract.ts'
import { mostRingFenced, type RingFence } from '../rules.ts'
import * as store from './ring-fence-store.ts'

/** What each ring-fence of SKUs still keeps. Read under the SKU locks, it is stable. */
export function readRingFenceBalances(db: Db, skuIds: readonly number[]): Promise<RingFence[]> {
  return rows<RingFence>(db, store.readBalances, [skuIds])
}

/** The ring-fences of a SKU with their customers and reasons. */
export function readRingFences(ctx: Context, skuId: number): Promise<RingFenceDetails[]> {
  return rows<RingFenceDetails>(ctx.db, store.readOfSku, [skuId])
}

/**
 * Keeps units of a SKU for the orders of one customer, the given quantity in all: what these orders
 * hold counts. 0 ends it. Throws 409 if more is ring-fenced than is free. Units that become free
 * for others are allocated within a minute.
 */
export function ringFenceStock(
  ctx: Context,
  skuId: number,
  form: RingFenceForm,
): Promise<SkuRingFences> {
  return inTransaction(ctx, async (inner) => {
    const customer = await lockCustomer(inner, form.customerId)
    const sku = await lockSku(inner, skuId)
    const ringFences = await readRingFences(inner, skuId)
    const before = ringFences.find(({ customerId }) => customerId === form.customerId)
    const from = before?.quantity ?? 0
    const isChanged = form.quantity !== from || (before && before.reason !== form.reason)
    if (form.quantity > from) await guardFree(inner, sku, { form, ringFences })
    if (isChanged) await write(inner, { sku, customer, form, from })
    const after = await readRingFences(inner, skuId)
    const ringFenced = after.reduce((total, { units }) => total + units, 0)
    return { skuId, available: sku.available, ringFenced, ringFences: after }
  })
}

type LockedCustomer = { id: number; customerCode: string }
type LockedSku = { id: number; sku: string; available: number }

async function lockCustomer(ctx: Context, id: number): Promise<LockedCustomer> {
  const [customer] = await rows<LockedCustomer>(ctx.db, store.lockCustomer, [id])
  if (customer) return customer
  throw invalid([{ path: 'customerId', message: 'This customer does not exist' }])
}

async function lockSku(ctx: Context, id: number): Promise<LockedSku> {
  const [sku] = await rows<LockedSku>(ctx.db, store.lockSku, [id])
  if (!sku) throw missing('That SKU')
  return sku
}

type RequestedUnits = { form: RingFenceForm; ringFences: readonly RingFenceDetails[] }

/** Throws 409 if the quantity is more than is free or held by orders and approvals. */
async function guardFree(
  ctx: Context,
  { id, sku, available }: LockedSku,
  { form, ringFences }: RequestedUnits,
): Promise<void> {
  const { customerId, quantity } = form
  const [held] = await rows<{ units: number }>(ctx.db, store.readHeld, [id, customerId])
  const others = ringFences.filter((each) => each.customerId !== customerId)
  const ringFencedForOthers = others.reduce((total, { units }) => total + units, 0)
  const reserved = held?.units ?? 0
  const most = mostRingFenced({ available, ringFencedForOthers, reserved })
  if (quantity <= most) return
  const sentence =
    `At most ${most} of ${sku} can be ring-fenced: ${most - reserved} are free, and ` +
    `${reserved} are on orders and approvals of this customer`
  const field = { path: 'quantity', message: `At most ${most}` }
  throw new Refusal('refused', 'insufficient-stock', sentence, [field])
}

type Change = { sku: LockedSku; customer: LockedCustomer; form: RingFenceForm; from: number }

/** Writes a ring-fence and its reason, which the histories of SKU and customer have. */
async function write(ctx: Context, { sku, customer, form, from }: Change): Promise<void> {
  const { quantity, reason } = form
  if (quantity === 0) await send(ctx, store.remove, [sku.id, customer.id])
  else {
    const values = [sku.id, customer.id, quantity, reason, ctx.user?.id ?? null]
    await send(ctx, store.upsert, values)
  }
  const act = { action: 'ring-fence', reason } as const
  const changed = (unitsOf: (units: number) => string) => ({
    ringFenced: { from: from === 0 ? null : unitsOf(from), to: unitsOf(quantity) },
  })
  await record(ctx, [
    {
      ...act,
      entity: 'sku',
      entityId: sku.id,
      changes: changed((units) => `${units} for ${customer.customerCode}`),
    },
    {
      ...act,
      entity: 'customer',
      entityId: customer.id,
      changes: changed((units) => `${units} × ${sku.sku}`),
    },
  ])
}
