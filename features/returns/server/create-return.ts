import { record, recordApprovals } from '#features/audit/server/service.ts'
import { may } from '#features/auth/rules.ts'
import { readSettings } from '#features/settings/server/service.ts'
import { type Day, today } from '#platform/kernel/days.ts'
import { cents, decimal, fitsMoney, sum } from '#platform/kernel/money.ts'
import { invalid, Refusal } from '#platform/kernel/refusal.ts'
import { type Context, rows } from '#platform/server/database/db.ts'
import {
  executeOnce,
  type BatchedRequest,
  type StoredAnswer,
} from '#platform/server/http/idempotency.ts'
import { nextNumbers } from '#platform/server/records/generate-document-numbers.ts'
import { enqueue } from '#platform/server/jobs/outbox.ts'
import type { ReturnDetails, ReturnForm } from '../contract.ts'
import { lineOf, linesFrom, type ReturnLine, type ReturnType } from '../rules.ts'
import { readReturn } from './read-return.ts'
import { lateSentence, type Origin, readOrigin, whyNotReturnable } from './original-order.ts'
import * as store from './store.ts'
import { returnItems, returns } from './tables.ts'
import { orderOfUnbilled } from './to-vendor/unbilled-purchase-order.ts'

/**
 * Creates returns, each in its own transaction; numbers are assigned before it. A return from an
 * order has its prices, and the remaining quantity is checked under the order's lock. Without an
 * order it needs a customer or vendor and SKUs, at the current price or cost. Goods that the vendor
 * has not billed yet are assigned to their purchase order. Refuses goods that did not move, more
 * than remains, and returns past the return window unless a manager creates them.
 */
export async function createReturns(
  ctx: Context,
  requests: readonly BatchedRequest<ReturnForm>[],
): Promise<(StoredAnswer | Refusal)[]> {
  const window = await windowNow(ctx)
  const answers: (StoredAnswer | Refusal)[] = []
  for (const each of requests) {
    // Sequential on purpose: each return has its own transaction.
    // oxlint-disable-next-line no-await-in-loop
    answers.push(await createOne({ ...ctx, user: each.user }, each, window))
  }
  return answers
}

type Window = { date: Day; windowDays: number }

/** Reads today's date and the return window in days after shipment. */
export async function windowNow(ctx: Context): Promise<Window> {
  const { businessTimeZone, returnWindowDays } = await readSettings(ctx)
  return { date: today(ctx.now, businessTimeZone), windowDays: returnWindowDays }
}

async function createOne(
  ctx: Context,
  request: BatchedRequest<ReturnForm>,
  window: Window,
): Promise<StoredAnswer | Refusal> {
  const form = request.body
  const whyNot = refusalOfRole(ctx, form)
  if (whyNot) return whyNot
  const series = form.type.toUpperCase()
  const [number = ''] = await nextNumbers(ctx.db, series, { count: 1, now: ctx.now })
  return executeOnce(ctx, { request, status: 201 }, (inner) =>
    writeReturn(inner, form, { number, window }),
  )
}

/** Returns the refusal if the role may not create this type of return; undefined if it may. */
export function refusalOfRole({ user }: Context, { type }: ReturnForm): Refusal | undefined {
  const permission = type === 'rma' ? 'returns.createRma' : 'returns.createRtv'
  if (!user || may(user, permission)) return undefined
  const partyText = type === 'rma' ? 'of customers' : 'to vendors'
  return new Refusal('forbidden', 'forbidden', `Your role cannot create returns ${partyText}`)
}

/** Creates one return in the open transaction, under a number assigned before it. */
export async function writeReturn(
  ctx: Context,
  form: ReturnForm,
  { number, window }: { number: string; window: Window },
): Promise<ReturnDetails> {
  const { type } = form
  const origin = await originOf(ctx, form, { lock: true })
  const orderId = origin?.orderId
  const isAfterWindow = origin ? guardOrigin(ctx, origin, window) : false
  const partyId = await partyOf(ctx, form, origin)
  const lines = await linesOfRequest(ctx, form, origin)
  const id = await insertReturn(ctx, { form, number, orderId, partyId, lines })
  const entryBase = { entity: 'return', entityId: id, action: 'create' } as const
  const amount = decimal(sum(lines.map(({ totalPrice }) => totalPrice)))
  const waiver = { ...entryBase, isWaiver: true, control: 'return-window', amount }
  await recordApprovals(ctx, isAfterWindow ? [waiver] : [])
  const { reason } = form
  await recordCreated(ctx, { id, number, type, reason, orderId: orderId ?? null, partyId })
  return readReturn(ctx, id)
}

/**
 * Reads the order that the goods are returned from, optionally locked: the one on the form, or for
 * a vendor the one whose goods are not billed yet. Returns undefined if there is none. Throws if
 * the order on the form does not exist.
 */
export async function originOf(
  ctx: Context,
  form: ReturnForm,
  { lock }: { lock: boolean },
): Promise<Origin | undefined> {
  const { type } = form
  const id = orderOf(form) ?? (await orderNotNamed(ctx, form))
  if (!id) return undefined
  const origin = await readOrigin(ctx, { type, id, lock })
  const path = type === 'rma' ? 'salesOrderId' : 'purchaseOrderId'
  if (!origin) throw invalid([{ path, message: 'This order does not exist' }])
  return origin
}

async function orderNotNamed(ctx: Context, { type, vendorId, items }: ReturnForm) {
  if (type === 'rma' || !vendorId) return undefined
  const requested = items.flatMap(({ skuId, originalItemId, quantity }) =>
    skuId && !originalItemId ? [{ skuId, quantity }] : [],
  )
  return requested.length === items.length ? orderOfUnbilled(ctx, vendorId, requested) : undefined
}

/** Builds the lines of a form: at the order's prices, or at current prices without an order. */
export async function linesOfRequest(
  ctx: Context,
  form: ReturnForm,
  origin: Origin | undefined,
): Promise<ReturnLine[]> {
  if (!origin) return freeLines(ctx, form)
  return linesFrom(origin.lines.map(pricedLine), form.items, form.type)
}

type Created = {
  id: number
  number: string
  type: ReturnType
  reason: string
  orderId: number | null
  partyId: number
}

/** Records and publishes a new return, in the transaction that created it. */
export async function recordCreated(ctx: Context, created: Created): Promise<void> {
  const { id, number, reason, ...told } = created
  const entryBase = { entity: 'return', entityId: id, action: 'create' } as const
  await record(ctx, [{ ...entryBase, toStatus: 'pending', reason }])
  await enqueue(ctx, [
    {
      topic: 'return.created',
      aggregate: 'return',
      aggregateId: id,
      aggregateVersion: 1,
      payload: { returnNumber: number, ...told },
    },
  ])
}

/** Returns the order id of a form; `originalOrderId` in the API names either kind of order. */
function orderOf({ type, originalOrderId, salesOrderId, purchaseOrderId }: ReturnForm) {
  const [own, other] =
    type === 'rma' ? [salesOrderId, purchaseOrderId] : [purchaseOrderId, salesOrderId]
  if (other) {
    const path = type === 'rma' ? 'purchaseOrderId' : 'salesOrderId'
    throw invalid([
      { path, message: 'The order does not match the type of the return. Select another order' },
    ])
  }
  return own ?? originalOrderId ?? undefined
}

/**
 * Throws if nothing of the order can be returned, or if the window has passed and the user is no
 * manager. Returns true if a manager overrides the window.
 */
export function guardOrigin({ user }: Context, origin: Origin, window: Window): boolean {
  const whyNot = whyNotReturnable(origin)
  if (whyNot) throw new Refusal('refused', 'not-returnable', whyNot)
  const windowSentence = lateSentence(origin, window)
  if (windowSentence && user && !may(user, 'returns.decide')) {
    throw new Refusal('refused', 'return-window-over', windowSentence)
  }
  return windowSentence !== undefined
}

/** Returns an order line with its price in cents. */
export function pricedLine(line: Origin['lines'][number]) {
  return { ...line, unitPrice: cents(line.unitPrice) }
}

/**
 * Returns the customer or vendor id: that of the order, else the one on the form. Throws if it is
 * missing, unknown, or not that of the order.
 */
export async function partyOf(
  ctx: Context,
  form: ReturnForm,
  origin: Origin | undefined,
): Promise<number> {
  const isSale = form.type === 'rma'
  const [path, named] = isSale
    ? (['customerId', form.customerId] as const)
    : (['vendorId', form.vendorId] as const)
  const refuse = (message: string) => invalid([{ path, message }])
  if (origin) {
    const isOther = named && named !== origin.partyId
    if (isOther) throw refuse(`${origin.orderNumber} belongs to ${origin.partyName}`)
    return origin.partyId
  }
  if (!named) throw refuse(isSale ? 'Please select a customer' : 'Please select a vendor')
  const [found] = await rows(ctx.db, store.readParty[isSale ? 'customer' : 'vendor'], [named])
  if (!found) throw refuse(`This ${isSale ? 'customer' : 'vendor'} does not exist`)
  return named
}

/** Builds lines without an order: customers get the current price, vendors the cost. */
async function freeLines(ctx: Context, { type, items }: ReturnForm): Promise<ReturnLine[]> {
  const ids = items.flatMap(({ skuId }) => skuId ?? [])
  const found = await rows<{ id: number; price: string; cost: string }>(ctx.db, store.readSkus, [
    ids,
  ])
  const errors = items.flatMap(({ skuId, originalItemId }, index) => {
    const path = `items.${index}.skuId`
    if (originalItemId)
      return [{ path, message: 'This line comes from an order. Select that order first' }]
    if (!skuId) return [{ path, message: 'Please select a SKU' }]
    const isKnown = found.some(({ id }) => id === skuId)
    return isKnown ? [] : [{ path, message: 'This SKU does not exist' }]
  })
  if (errors.length > 0) throw invalid(errors)
  return items.map((requestedLine, index) => {
    const sku = found.find(({ id }) => id === requestedLine.skuId)
    const unitPrice = cents((type === 'rma' ? sku?.price : sku?.cost) ?? '0')
    return lineOf(requestedLine, {
      type,
      index,
      line: { skuId: requestedLine.skuId ?? 0, unitPrice },
    })
  })
}

type ReturnParts = {
  form: Pick<ReturnForm, 'type' | 'reason' | 'notes'>
  number: string
  orderId: number | undefined
  sourceReturnId?: number
  partyId: number
  lines: readonly ReturnLine[]
}

/**
 * Inserts a return with its lines; returns its id. Throws if the total does not fit in an amount.
 */
export async function insertReturn(ctx: Context, parts: ReturnParts): Promise<number> {
  const { form, number, orderId, sourceReturnId, partyId, lines } = parts
  const isSale = form.type === 'rma'
  const total = sum(lines.map(({ totalPrice }) => totalPrice))
  if (!fitsMoney(total)) {
    const sentence = 'The amounts of this return are too large'
    throw new Refusal('invalid', 'amount-out-of-range', sentence)
  }
  const [row] = await ctx.db
    .insert(returns)
    .values({
      returnNumber: number,
      type: form.type,
      ...(isSale ? { customerId: partyId } : { vendorId: partyId }),
      ...(isSale ? { salesOrderId: orderId } : { purchaseOrderId: orderId }),
      sourceReturnId: sourceReturnId ?? null,
      reason: form.reason,
      totalAmount: decimal(total),
      notes: form.notes ?? null,
      createdBy: ctx.user?.id ?? 0,
    })
    .returning({ id: returns.id })
  const { id } = row as { id: number }
  await ctx.db.insert(returnItems).values(
    lines.map(({ originalItemId, unitPrice, totalPrice, ...line }, index) => ({
      ...line,
      returnId: id,
      lineNo: index + 1,
      ...(isSale ? { salesOrderItemId: originalItemId } : { purchaseOrderItemId: originalItemId }),
      unitPrice: decimal(unitPrice),
      totalPrice: decimal(totalPrice),
      plannedCondition: line.condition,
      plannedDisposition: line.disposition,
    })),
  )
  return id
}
