import type { OrderChoice } from '#features/order-entry/choices.ts'
import { place, lockAll, type Rules } from '#features/order-entry/server/service.ts'
import type { OrderDraft } from '#features/order-entry/contract.ts'
import { cancelSalesOrder, holdSalesOrder } from '#features/sales-orders/server/service.ts'
import { maxLines, type SalesOrderDetails } from '#features/sales-orders/contract.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { type Actor, type Context, rows } from '#platform/server/database/db.ts'
import {
  type AnswerFacts,
  answerOf,
  type FoundLine,
  holdOf,
} from '../outbound/order-acknowledgment-855.ts'
import { type PurchaseOrder850, barcodeForms, namesInOrder } from './purchase-order.ts'
import { type OrderAnswer, unitsOf } from './purchase-order.ts'
import { holdsAsOf } from './order-conditions-850.ts'
import type { DocumentState } from '../../rules.ts'
import type { Partner } from '../outbound/export-interchange.ts'

/** The outcome of an order and its 855; without `answer` no 855 is sent. */
export type OrderFate = {
  state: DocumentState
  reason: string | null
  needsPerson: boolean
  /** A user chose to leave it out. */
  isLeftOut?: boolean
  /** The order already exists, so a hold request for it is not stored. */
  isKnown?: boolean
  order: SalesOrderDetails | null
  answer: OrderAnswer | null
}

export type Placing = {
  rules: Rules
  /** One number for each new order. */
  numbers: readonly string[]
  /** The user in whose name the orders are placed. */
  user: Actor
}

/** An order with the user's choice for it. */
type RequestedOrder = PurchaseOrder850 & {
  choice: OrderChoice
  /** The user who requested a hold, regardless of the rules. */
  heldBy: string | undefined
}
type Step = { orderRequest: RequestedOrder; lines: FoundLine[]; fate?: OrderFate }

/**
 * Places the orders of one interchange in the open transaction, by the rules of Order Entry. An
 * order with insufficient credit, a price difference or short stock goes on hold; an order that
 * already exists is refused; a change needs review. A user may hold a new order or leave it out,
 * which refuses it.
 */
export async function importOrders850(
  ctx: Context,
  partner: Partner,
  orderRequests: readonly RequestedOrder[],
  placing: Placing,
): Promise<OrderFate[]> {
  const customerId = partner.customerId ?? 0
  const found = await findItems(ctx, orderRequests)
  const known = await ordersBefore(ctx, customerId, orderRequests)
  const today = placing.rules.date.replaceAll('-', '')
  const seen = new Set<string>()
  const steps: Step[] = []
  for (const order of orderRequests) {
    const key = order.number.toLowerCase()
    const lines = order.lines.map((line) => ({
      line,
      ...found.of(line),
      units: unitsOf(line.quantity),
    }))
    const step: Step = { orderRequest: order, lines }
    steps.push(step)
    const before = known.get(key)
    const isTwice = seen.has(key)
    if (order.purpose === '00') seen.add(key)
    const facts = { purchaseOrder: order, lines, today }
    if (order.purpose !== '00') step.fate = await otherPurpose(ctx, facts, before)
    else if (before || isTwice) step.fate = knownFate(facts, before)
    else if (order.choice === 'leave') step.fate = leftOut(facts, placing.user)
    else if (!lines.some(isGood)) step.fate = refused(facts, 'None of its lines can be delivered')
    else if (lines.length > maxLines)
      step.fate = refused(facts, `It has more than ${maxLines} lines`)
  }
  await placeAll(ctx, partner, { steps: steps.filter((step) => !step.fate), placing })
  return steps.map(({ fate }) => fate as OrderFate)
}

const isGood = ({ sku, units }: FoundLine) => sku !== undefined && units !== undefined

function knownSentence({ number }: PurchaseOrder850, before: Before | undefined): string {
  const ours = before ? `of ${before.orderNumber}` : 'within this file'
  return `${number} is a duplicate ${ours}`
}

function knownFate(
  facts: AnswerFacts & { purchaseOrder: PurchaseOrder850 },
  before: Before | undefined,
): OrderFate {
  return { ...refused(facts, knownSentence(facts.purchaseOrder, before)), isKnown: true }
}

function refused(facts: AnswerFacts, reason: string): OrderFate {
  const answer = answerOf({ ...facts, order: null, hold: null })
  return { state: 'refused', reason, needsPerson: true, order: null, answer }
}

/** The user has decided, so it needs no review; the partner gets a rejection. */
function leftOut(facts: AnswerFacts, by: Actor): OrderFate {
  const reason = `Skipped by ${by.username} during the import`
  return { ...refused(facts, reason), needsPerson: false, isLeftOut: true }
}

/**
 * Handles an 850 that is not a new order: a cancellation, a copy, or a change, which needs review.
 */
async function otherPurpose(
  ctx: Context,
  facts: AnswerFacts,
  before: Before | undefined,
): Promise<OrderFate> {
  const { purchaseOrder } = facts
  const plain = { needsPerson: false, order: null, answer: null }
  if (purchaseOrder.purpose === '07') {
    return { ...plain, state: 'duplicate', reason: 'The partner marked it as a copy (BEG01 is 07)' }
  }
  if (purchaseOrder.purpose === '01' && before?.status === 'pending') {
    // The cancellation is the customer's, so no user is recorded as the actor.
    const program = { ...ctx, user: undefined }
    const reason = `Cancelled by the customer (EDI ${purchaseOrder.number})`
    const order = await cancelSalesOrder(program, before.id, { reason, ifMatch: undefined })
    const answer = answerOf({ ...facts, order, hold: null })
    return { ...plain, state: 'cancelled', reason: null, order, answer: { ...answer, lines: [] } }
  }
  const what = purchaseOrder.purpose === '01' ? 'The partner cancels' : 'The partner changes'
  const how = before ? ` (${before.orderNumber}, ${before.status})` : ', which is unknown'
  const reason = `${what} ${purchaseOrder.number}${how}`
  return { ...plain, state: 'exception', reason, needsPerson: true }
}

async function placeAll(
  ctx: Context,
  partner: Partner,
  { steps, placing }: { steps: readonly Step[]; placing: Placing },
): Promise<void> {
  if (steps.length === 0) return
  const { rules, numbers, user } = placing
  const requests = steps.map((step) => {
    return { body: draftOf(partner, step), user, requestId: ctx.requestId, call: undefined }
  })
  const locked = await lockAll(ctx, requests, rules)
  const terms = { mayHold: true, mayBackorder: true }
  const given = { ...rules, ...locked, numbers: [...numbers], ...terms }
  const placed = await place(ctx, requests, given)
  for (const [index, step] of steps.entries()) {
    const outcome = placed[index] as (typeof placed)[number]
    const today = rules.date.replaceAll('-', '')
    const facts = { purchaseOrder: step.orderRequest, lines: step.lines, today }
    if (outcome instanceof Refusal) {
      step.fate = refused(facts, outcome.message)
      continue
    }
    const customer = locked.facts.customers.get(partner.customerId ?? 0)
    const { heldBy } = step.orderRequest
    step.fate = await fateOf(ctx, outcome.order, { facts, partner, customer, heldBy })
  }
}

type Deciding = {
  facts: AnswerFacts
  partner: Partner
  customer: { allowBackorder: boolean; paymentTerms: string } | undefined
  /** The user who requested a hold, regardless of the rules. */
  heldBy: string | undefined
}

async function fateOf(
  ctx: Context,
  order: SalesOrderDetails,
  { facts, partner, customer, heldBy }: Deciding,
): Promise<OrderFate> {
  const { purchaseOrder, lines, today } = facts
  const paymentTerms = customer?.paymentTerms ?? ''
  const conditions = holdsAsOf(purchaseOrder.conditions, { today, paymentTerms })
  const mayBeShort = customer?.allowBackorder ?? false
  const { unknownSku } = partner
  const hold = holdOf({ order, lines, unknownSku, mayBeShort, heldBy, conditions })
  const answer = answerOf({ ...facts, order, hold })
  const dropped = facts.lines.length - facts.lines.filter(isGood).length
  const lost = dropped > 0 ? `${dropped} of its lines cannot be delivered` : null
  if (!hold) {
    const needsPerson = dropped > 0
    const reason = [lost, order.taxNotice].filter(Boolean).join('. ') || null
    return { state: 'taken', reason, needsPerson, order, answer }
  }
  const note = [...hold.reasons, lost].filter(Boolean).join('. ').slice(0, 500)
  // A payment hold does not suffice, because a user must review the order first.
  const isHeld = order.holdReason !== null && order.holdReason !== 'payment'
  const held = isHeld
    ? order
    : await holdSalesOrder(ctx, order.id, { reason: hold.reason, note, ifMatch: undefined })
  return { state: 'held', reason: note, needsPerson: true, order: held, answer }
}

function draftOf(partner: Partner, { orderRequest, lines }: Step): OrderDraft {
  return {
    customerId: partner.customerId ?? 0,
    customerPO: orderRequest.number,
    orderSource: 'edi',
    shippingAddress: orderRequest.shippingAddress ?? undefined,
    shipDate: orderRequest.shipDate,
    cancelAfter: orderRequest.cancelAfter,
    notes: orderRequest.notes ?? undefined,
    items: lines.flatMap(({ sku, units }) =>
      sku && units !== undefined ? [{ skuId: sku.id, quantity: units }] : [],
    ),
  }
}

type Before = { id: number; orderNumber: string; status: string; po: string }

const findBefore = {
  name: 'find_orders_of_edi_numbers',
  text: `select id, order_number as "orderNumber", status, lower(customer_po) as po
         from sales_orders
         where customer_id = $1 and lower(customer_po) = any($2::text[])
           and status <> 'cancelled'
         order by id desc`,
}

async function ordersBefore(
  ctx: Context,
  customerId: number,
  purchaseOrders: readonly PurchaseOrder850[],
): Promise<Map<string, Before>> {
  const numbers = purchaseOrders.map(({ number }) => number.toLowerCase())
  const found = await rows<Before>(ctx.db, findBefore, [customerId, numbers])
  return new Map(found.map((order) => [order.po, order]))
}

const findSkus = {
  name: 'find_skus_of_edi_lines',
  text: `select id, sku, barcode, unit_of_measure as unit from skus
         where (lower(sku) = any($1::text[]) or barcode = any($2::text[]))
           and deleted_at is null and is_active
         order by id`,
}

type Sku = { id: number; sku: string; barcode: string | null; unit: string }

/** Matches the lines to SKUs, by our SKU code or by barcode. */
async function findItems(ctx: Context, purchaseOrders: readonly PurchaseOrder850[]) {
  const names = purchaseOrders.flatMap(({ lines }) => lines.flatMap(namesInOrder))
  const ids = [...new Set(names.map(({ id }) => id))]
  const barcodes = ids.flatMap(barcodeForms)
  const skus = await rows<Sku>(ctx.db, findSkus, [ids.map((each) => each.toLowerCase()), barcodes])
  const byCode = new Map(skus.map((sku) => [sku.sku.toLowerCase(), sku]))
  const byBarcode = new Map(skus.flatMap((sku) => (sku.barcode ? [[sku.barcode, sku]] : [])))
  const of = (line: PurchaseOrder850['lines'][number]): { sku: Sku | undefined } => {
    for (const { id } of namesInOrder(line)) {
      const codes = [
        byCode.get(id.toLowerCase()),
        ...barcodeForms(id).map((each) => byBarcode.get(each)),
      ]
      const sku = codes.find((each) => each !== undefined)
      if (sku) return { sku: sku as Sku }
    }
    return { sku: undefined }
  }
  return { of }
}
